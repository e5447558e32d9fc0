/// The messages between a host and a tool plugin: `rterm.plugin.v1`, one process, one handshake, one call.
@NullMarked
package dev.outrigger.wire.tool;

import org.jspecify.annotations.NullMarked;
