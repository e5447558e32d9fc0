/// Tools of MCP servers: programs that speak the Model Context Protocol over their stdin and stdout. Servers of both
/// eras are served: those that want an `initialize` (2024-11-05 to 2025-11-25), and those for which every request
/// speaks for itself (2026-07-28). A server is started when it is needed and not before; what tools it has is
/// remembered.
@NullMarked
package dev.outrigger.assistant.mcp;

import org.jspecify.annotations.NullMarked;
