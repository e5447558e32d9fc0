/// The program kaged: manifests, supervision, storage, audit, projects, MCP servers as plugins.
@NullMarked
package dev.outrigger.kaged;

import org.jspecify.annotations.NullMarked;
