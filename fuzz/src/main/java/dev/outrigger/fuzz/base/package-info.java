/// What a target is made of: every package that has one knows this, and this knows none of them.
@org.jspecify.annotations.NullMarked
package dev.outrigger.fuzz.base;
