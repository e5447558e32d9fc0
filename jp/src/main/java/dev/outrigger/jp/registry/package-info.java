/// The list of plugins that can be installed, and those that are.
@NullMarked
package dev.outrigger.jp.registry;

import org.jspecify.annotations.NullMarked;
