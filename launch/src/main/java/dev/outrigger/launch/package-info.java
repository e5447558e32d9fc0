/// A program started, confined, limited, watched and ended. Knows no message.
@NullMarked
package dev.outrigger.launch;

import org.jspecify.annotations.NullMarked;
