/// One hosted plugin: what it promised, the process it runs in, how it is called, and when it comes back.
@NullMarked
package dev.outrigger.kaged.service;

import org.jspecify.annotations.NullMarked;
