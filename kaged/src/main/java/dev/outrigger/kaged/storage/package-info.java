/// What a plugin keeps: one SQLite file each, reached only through statements that were read before they run.
@NullMarked
package dev.outrigger.kaged.storage;

import org.jspecify.annotations.NullMarked;
