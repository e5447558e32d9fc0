/// What a plugin sees of conversations as it happens: its subscriptions, the questions that it answers, the turns that
/// it has run.
@NullMarked
package dev.outrigger.hosting.live;

import org.jspecify.annotations.NullMarked;
