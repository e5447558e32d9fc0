/// The terminal as a front of the assistant: its ports, made of the workspace, the settings and the printer.
@NullMarked
package dev.outrigger.jp.front;

import org.jspecify.annotations.NullMarked;
