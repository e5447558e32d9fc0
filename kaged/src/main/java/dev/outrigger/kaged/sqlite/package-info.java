/// SQLite itself: its native library, and connections opened in the one way that audit and storage share.
@NullMarked
package dev.outrigger.kaged.sqlite;

import org.jspecify.annotations.NullMarked;
