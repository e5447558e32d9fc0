/// What a command of kaged works with: where the daemon is, and its refusals in words.
@NullMarked
package dev.outrigger.kaged.context;

import org.jspecify.annotations.NullMarked;
