/// The list of plugins that can be installed, and those that are.
@NullMarked
package dev.outrigger.hosting.registry;

import org.jspecify.annotations.NullMarked;
