/// The command model, its parser, help and completion; the printer and the prompts.
@NullMarked
package dev.outrigger.terminal;

import org.jspecify.annotations.NullMarked;
