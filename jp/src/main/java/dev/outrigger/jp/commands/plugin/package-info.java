/// `jp plugin`: one command, one file.
@NullMarked
package dev.outrigger.jp.commands.plugin;

import org.jspecify.annotations.NullMarked;
