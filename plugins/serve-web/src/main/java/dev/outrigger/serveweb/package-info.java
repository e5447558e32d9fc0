/// The plugin jp-serve-web: conversations in a browser, by nothing but the protocol of command plugins.
@NullMarked
package dev.outrigger.serveweb;

import org.jspecify.annotations.NullMarked;
