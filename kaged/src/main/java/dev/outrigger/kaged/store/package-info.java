/// Where kaged keeps its plugins, how they come there and go again, and what the operator's local.toml says of them.
@NullMarked
package dev.outrigger.kaged.store;

import org.jspecify.annotations.NullMarked;
