/// A program confined: what it declared it needs, the plan that follows from this, and bubblewrap that carries it out.
@NullMarked
package dev.outrigger.launch.sandbox;

import org.jspecify.annotations.NullMarked;
