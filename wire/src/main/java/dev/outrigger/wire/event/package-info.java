/// The events of a conversation, as everyone above the workspace sees them.
@NullMarked
package dev.outrigger.wire.event;

import org.jspecify.annotations.NullMarked;
