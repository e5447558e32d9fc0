/// The way out of a sandbox that has no network: doors inside, each of which leads to an end that was declared, past a
/// check of the address that is dialled. Knows no sandbox: what it makes is a network for one to be started in.
@NullMarked
package dev.outrigger.launch.tunnel;

import org.jspecify.annotations.NullMarked;
