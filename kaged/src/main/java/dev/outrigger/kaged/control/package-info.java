/// How `kaged`'s commands and its daemon talk: the requests, the socket they pass over, and both ends of it.
@NullMarked
package dev.outrigger.kaged.control;

import org.jspecify.annotations.NullMarked;
