/// The plugins in plugins/, each driven through its own pipes.
@NullMarked
package dev.outrigger.kaged.plugins;

import org.jspecify.annotations.NullMarked;
