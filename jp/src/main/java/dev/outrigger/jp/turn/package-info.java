/// What a turn is put together from: the settings, the tools that there are, the approvals that were given.
@NullMarked
package dev.outrigger.jp.turn;

import org.jspecify.annotations.NullMarked;
