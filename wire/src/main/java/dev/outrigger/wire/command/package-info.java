/// What `jp` and a command plugin say to each other: one family of messages per direction, and their codecs.
@NullMarked
package dev.outrigger.wire.command;

import org.jspecify.annotations.NullMarked;
