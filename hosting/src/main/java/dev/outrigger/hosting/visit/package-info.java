/// A command plugin's visit: found, trusted, started, served at the desk, and seen out.
@NullMarked
package dev.outrigger.hosting.visit;

import org.jspecify.annotations.NullMarked;
