/// Whether a program may run, and that it is the one meant.
@NullMarked
package dev.outrigger.hosting.trust;

import org.jspecify.annotations.NullMarked;
