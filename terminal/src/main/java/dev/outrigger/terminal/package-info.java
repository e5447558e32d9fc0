/// The command model, its parser, help and completion; the printer and the prompts. The shell of a program is in
/// `program`.
@NullMarked
package dev.outrigger.terminal;

import org.jspecify.annotations.NullMarked;
