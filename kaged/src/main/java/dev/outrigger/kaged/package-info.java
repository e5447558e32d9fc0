/// The program kaged: manifests, supervision, storage, audit.
@NullMarked
package dev.outrigger.kaged;

import org.jspecify.annotations.NullMarked;
