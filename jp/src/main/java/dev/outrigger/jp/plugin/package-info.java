/// A command plugin's visit: found, trusted, started, served at the desk, and seen out.
@NullMarked
package dev.outrigger.jp.plugin;

import org.jspecify.annotations.NullMarked;
