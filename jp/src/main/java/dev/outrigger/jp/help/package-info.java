/// What jp says of commands that are not its own: in `jp -h`, in the help of groups, and behind a TAB. Starts nothing
/// itself: others ask the plugins for it.
@NullMarked
package dev.outrigger.jp.help;

import org.jspecify.annotations.NullMarked;
