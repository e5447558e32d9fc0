/// JSON Schema over wire's values. Loaded only where there is a schema: it is no part of an ordinary start.
@NullMarked
package dev.outrigger.schema;

import org.jspecify.annotations.NullMarked;
