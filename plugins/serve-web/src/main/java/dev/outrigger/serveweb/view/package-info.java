/// What the pages show, made from what the host says: nothing here asks anybody.
@NullMarked
package dev.outrigger.serveweb.view;

import org.jspecify.annotations.NullMarked;
