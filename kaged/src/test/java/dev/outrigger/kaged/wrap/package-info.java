@NullMarked
package dev.outrigger.kaged.wrap;

import org.jspecify.annotations.NullMarked;
