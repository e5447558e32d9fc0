/// The way to the web: the proxy, the authorities that are believed, and downloads.
@NullMarked
package dev.outrigger.hosting.web;

import org.jspecify.annotations.NullMarked;
