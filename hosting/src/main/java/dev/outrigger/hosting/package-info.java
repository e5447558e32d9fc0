/// Command plugins, as jp has them: what finds, trusts, describes, installs and runs them.
@NullMarked
package dev.outrigger.hosting;

import org.jspecify.annotations.NullMarked;
