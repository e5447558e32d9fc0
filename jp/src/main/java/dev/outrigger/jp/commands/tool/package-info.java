/// `jp tool`: one command, one file.
@NullMarked
package dev.outrigger.jp.commands.tool;

import org.jspecify.annotations.NullMarked;
