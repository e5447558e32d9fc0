package dev.outrigger.kaged.store;

import java.util.Collection;
import java.util.Set;

/// What the operator agreed to, byte for byte: for each plugin the digest of its folder. While another version is put
/// in its place there are two of them, so that whichever a crash leaves is one that was agreed to.
interface AgreedContent {
    /// None where nothing was noted. What is no digest is that of no folder.
    Set<String> digests(String plugin) throws StoreProblem;

    /// None: nothing was agreed to.
    void write(String plugin, Collection<String> digests) throws StoreProblem;
}
