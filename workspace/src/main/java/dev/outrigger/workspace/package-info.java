/// What jp keeps: configuration, conversations, locks, changes.
@NullMarked
package dev.outrigger.workspace;

import org.jspecify.annotations.NullMarked;
