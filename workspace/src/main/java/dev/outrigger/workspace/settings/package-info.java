/// What is set: every known key in one table, the layers that set them, whom each key is believed from.
@NullMarked
package dev.outrigger.workspace.settings;

import org.jspecify.annotations.NullMarked;
