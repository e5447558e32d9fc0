/// What a confined program tries and may not do, seen while the call waits. The sandbox enforces; this only tells.
@NullMarked
package dev.outrigger.launch.watch;

import org.jspecify.annotations.NullMarked;
