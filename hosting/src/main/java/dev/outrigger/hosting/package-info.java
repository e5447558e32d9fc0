/// What jp has below its commands: plugins found, trusted, described, installed and run, and turns put together.
@NullMarked
package dev.outrigger.hosting;

import org.jspecify.annotations.NullMarked;
