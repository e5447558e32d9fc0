@NullMarked
package dev.outrigger.kaged.project;

import org.jspecify.annotations.NullMarked;
