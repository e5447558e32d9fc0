/// The program jp: its commands, and the desk that serves command plugins.
@NullMarked
package dev.outrigger.jp;

import org.jspecify.annotations.NullMarked;
