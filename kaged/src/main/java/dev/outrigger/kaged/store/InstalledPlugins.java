package dev.outrigger.kaged.store;

import java.util.List;
import java.util.Optional;

/// Which plugins there are, and what of them was agreed to: all that serving them asks.
public interface InstalledPlugins {
    /// In the order of their names; broken ones, too.
    List<StoreStanding> list() throws StoreProblem;

    /// What is there under a name that a plugin can have, broken or not; nothing of it is read.
    List<String> names() throws StoreProblem;

    /// Validated now. For every start of a plugin, too: a folder may have changed since.
    StoreStanding standing(String name);

    /// Before every start: refuses what is not, byte for byte, what the operator agreed to. Of a folder that was put
    /// there by hand, and never was started, this is the digest: to be agreed to by [#agree].
    Optional<String> holdToAgreed(StoreStanding.Installed installed) throws StoreProblem;

    /// The digest of what was agreed to last; nothing where none was noted, or two are while it is replaced.
    Optional<String> agreed(String name) throws StoreProblem;

    void agree(String name, String digest) throws StoreProblem;

    /// Of a plugin that is an MCP server: which tools it has, and which of them were agreed to.
    KnownTools tools(String name) throws StoreProblem;

    /// Reads, changes and notes them, as one deed.
    <X extends Exception> KnownTools changeTools(String name, ToolChange<X> change) throws StoreProblem, X;
}
