/// A program called jp-NAME: its words, and what the settings say of it.
@NullMarked
package dev.outrigger.hosting.program;

import org.jspecify.annotations.NullMarked;
