/// MCP servers put behind a sandbox: a package of an index, or a program, becomes the folder of a plugin. Nothing of it
/// is run meanwhile: npm and pip fetch it, in a sandbox of their own that reaches the index and nothing else.
@NullMarked
package dev.outrigger.kaged.wrap;

import org.jspecify.annotations.NullMarked;
