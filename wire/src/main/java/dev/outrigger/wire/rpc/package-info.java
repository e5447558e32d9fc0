/// JSON-RPC 2.0, one object per line, both directions at once, over any pair of streams: what `kaged` speaks with
/// its service plugins, and its own commands with it.
@NullMarked
package dev.outrigger.wire.rpc;

import org.jspecify.annotations.NullMarked;
