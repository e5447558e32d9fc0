/// Damaged bytes for every reader of foreign ones: where they come from, what is a finding, and the program `bin/fuzz`.
/// The targets themselves lie in the packages of what they try.
@org.jspecify.annotations.NullMarked
package dev.outrigger.fuzz;
