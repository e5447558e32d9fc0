/// The program jp: its commands, and its front at the terminal.
@NullMarked
package dev.outrigger.jp;

import org.jspecify.annotations.NullMarked;
