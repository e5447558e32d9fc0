/// A command plugin in Java: what it declares, its arguments, and its talk with `jp`.
@NullMarked
package dev.outrigger.sdk;

import org.jspecify.annotations.NullMarked;
