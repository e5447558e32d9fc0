/// What every page of ours needs: a server on this machine that only its user enters, streams, and text that does its
/// reader no harm.
@NullMarked
package dev.outrigger.web;

import org.jspecify.annotations.NullMarked;
