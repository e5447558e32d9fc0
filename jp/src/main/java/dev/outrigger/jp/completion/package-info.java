/// What TAB offers where a command of jp takes the name of something that there is.
@NullMarked
package dev.outrigger.jp.completion;

import org.jspecify.annotations.NullMarked;
