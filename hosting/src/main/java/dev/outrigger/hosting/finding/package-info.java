/// Which program serves the words of a call: the candidates, the one chosen, and why not the others.
@NullMarked
package dev.outrigger.hosting.finding;

import org.jspecify.annotations.NullMarked;
