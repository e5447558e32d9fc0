/// TOML, read to wire's values and written from them: strangers' files, too, which must neither hang who reads them nor
/// reach a terminal by what is said of them.
@NullMarked
package dev.outrigger.toml;

import org.jspecify.annotations.NullMarked;
