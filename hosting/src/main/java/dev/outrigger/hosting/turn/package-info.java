/// What a turn is put together from: the settings, the tools that there are, the approvals that were given.
@NullMarked
package dev.outrigger.hosting.turn;

import org.jspecify.annotations.NullMarked;
