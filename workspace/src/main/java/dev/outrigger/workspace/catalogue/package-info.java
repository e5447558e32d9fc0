/// The one index of all conversations: the form of its file. What it means is for `conversations` to know.
@NullMarked
package dev.outrigger.workspace.catalogue;

import org.jspecify.annotations.NullMarked;
