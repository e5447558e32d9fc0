/// Conversations on disk: append-only, indexed, locked with `flock(2)`, readable after any crash. See docs/storage.md.
@NullMarked
package dev.outrigger.workspace.conversations;

import org.jspecify.annotations.NullMarked;
