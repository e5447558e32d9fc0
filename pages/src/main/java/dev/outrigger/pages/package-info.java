/// The pages of this project as tests read them: sections, tables, examples. No part of any program.
@NullMarked
package dev.outrigger.pages;

import org.jspecify.annotations.NullMarked;
