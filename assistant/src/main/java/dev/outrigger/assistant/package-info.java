/// The turn loop and its ports. The loop knows no terminal, no plugin and no daemon: each of these fronts is another
/// set of implementations of the ports.
@NullMarked
package dev.outrigger.assistant;

import org.jspecify.annotations.NullMarked;
