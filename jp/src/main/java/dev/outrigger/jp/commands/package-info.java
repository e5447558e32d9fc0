/// The built-in commands, one file each.
@NullMarked
package dev.outrigger.jp.commands;

import org.jspecify.annotations.NullMarked;
