/// The tools that come with us, confined to one folder, and tools that are the user's own commands.
@NullMarked
package dev.outrigger.assistant.tools;

import org.jspecify.annotations.NullMarked;
