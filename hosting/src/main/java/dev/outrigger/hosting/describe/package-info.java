/// What plugins say about themselves, asked once and remembered.
@NullMarked
package dev.outrigger.hosting.describe;

import org.jspecify.annotations.NullMarked;
