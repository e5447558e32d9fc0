/// The shell of a program: what a command works with, and one call from its words to its exit code.
@NullMarked
package dev.outrigger.terminal.program;

import org.jspecify.annotations.NullMarked;
