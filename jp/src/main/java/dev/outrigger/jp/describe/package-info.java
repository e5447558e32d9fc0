/// What plugins say about themselves, asked once and remembered.
@NullMarked
package dev.outrigger.jp.describe;

import org.jspecify.annotations.NullMarked;
