/// What a call of jp works with, whatever it is about: the workspace and the settings around it, the log, the terminal
/// session.
@NullMarked
package dev.outrigger.hosting.context;

import org.jspecify.annotations.NullMarked;
