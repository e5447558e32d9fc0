package dev.outrigger.kaged.service;

import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.rpc.ChannelFault;
import dev.outrigger.wire.rpc.ChannelListener;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// What goes wrong on a plugin's pipe: small things are for its author, beside its stderr and within the same limits;
/// a fault ends the process.
final class PipeFaults implements ChannelListener {
    private final DaemonServices grounds;
    private final ProcessAudit audit;
    private final Consumer<ProcessEnd> end;
    private final AtomicLong strays = new AtomicLong();

    /// `end` is called at most once, and must not wait.
    PipeFaults(DaemonServices grounds, ProcessAudit audit, Consumer<ProcessEnd> end) {
        this.grounds = grounds;
        this.audit = audit;
        this.end = end;
    }

    long strays() {
        return strays.get();
    }

    @Override
    public void stray(String why, String head) {
        strays.incrementAndGet();
        tellItsAuthor("wrote to stdout what is no message (" + why + "): " + head);
    }

    @Override
    public void ignored(String what) {
        tellItsAuthor(what);
    }

    private void tellItsAuthor(String what) {
        audit.stderr("(kaged) " + what);
    }

    @Override
    public void fault(ChannelFault fault) {
        end.accept(new ProcessEnd.Failed(words(fault)));
    }

    @Override
    public void settled() {
        grounds.audit().flush();
    }

    @Override
    public void bug(String where, Throwable bug) {
        grounds.log().bug(where, bug);
    }

    @Override
    public String words(ChannelFault fault) {
        return switch (fault) {
            case ChannelFault.OnlyStrays(int lines, var why, var head) ->
                lines + " lines in a row on its stdout were no messages, the last: " + head + " (" + why + ")";
            case ChannelFault.AnsweredNobody(var said) -> "it answered nobody: " + Excerpt.of(said);
            case ChannelFault.NoLineEnd(var bytes) ->
                "it wrote more than " + (bytes >> 20) + " MiB to its stdout without ending a line: every message is"
                        + " one line";
            case ChannelFault.Stalled(var since) -> "it has not read its stdin for " + since.toSeconds() + " s";
            case ChannelFault.Broken(var why) -> "its pipe broke: " + why;
        };
    }
}
