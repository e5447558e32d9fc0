/// Projects: what is kept of each, where their plugins come from, and how each plugin stands with the operator's word.
@NullMarked
package dev.outrigger.kaged.project;

import org.jspecify.annotations.NullMarked;
