/// `jp conversation`: one command, one file.
@NullMarked
package dev.outrigger.jp.commands.conversation;

import org.jspecify.annotations.NullMarked;
