/// Those who run models.
@NullMarked
package dev.outrigger.assistant.providers;

import org.jspecify.annotations.NullMarked;
