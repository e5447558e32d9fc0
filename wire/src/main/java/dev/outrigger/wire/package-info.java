/// What passes over a pipe: strict JSON, bounded lines, message families, faults. No process, no file, no terminal.
@NullMarked
package dev.outrigger.wire;

import org.jspecify.annotations.NullMarked;
