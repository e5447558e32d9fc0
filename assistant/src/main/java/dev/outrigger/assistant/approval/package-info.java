/// Whether a tool may run: what is asked, what has to be shown first, which answers there are, what is remembered and
/// for whom. Knows no terminal and no page: these are fronts.
@NullMarked
package dev.outrigger.assistant.approval;

import org.jspecify.annotations.NullMarked;
