/// `jp config`: one command, one file.
@NullMarked
package dev.outrigger.jp.commands.config;

import org.jspecify.annotations.NullMarked;
