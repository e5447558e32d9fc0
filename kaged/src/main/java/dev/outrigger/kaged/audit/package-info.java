/// The audit: rows that are only ever added, each bound to the one before it.
@NullMarked
package dev.outrigger.kaged.audit;

import org.jspecify.annotations.NullMarked;
