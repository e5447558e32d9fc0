/// The machine, and nothing of ours: files replaced whole, locks, trees removed, hashes, what a character may do.
@NullMarked
package dev.outrigger.system;

import org.jspecify.annotations.NullMarked;
