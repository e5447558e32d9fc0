/// The commands of `kaged`, one file each; they ask the daemon and put its answers into words.
@NullMarked
package dev.outrigger.kaged.commands;

import org.jspecify.annotations.NullMarked;
