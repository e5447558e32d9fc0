/// The daemon: from its lock to its last breath, and what it answers in between.
@NullMarked
package dev.outrigger.kaged.daemon;

import org.jspecify.annotations.NullMarked;
