/// One conversation with one MCP server, of either era, over whichever pipe it is: greeted, its tools listed and
/// called, its own questions answered. Knows no process and no settings: who starts a server, and how it is confined,
/// is the business of whoever opens the pipe.
@NullMarked
package dev.outrigger.assistant.mcp.client;

import org.jspecify.annotations.NullMarked;
