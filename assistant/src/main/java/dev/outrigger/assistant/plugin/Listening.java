package dev.outrigger.assistant.plugin;

import dev.outrigger.wire.LineReader;
import dev.outrigger.wire.tool.ToCoreCodec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;

/// Starts the plugin, hears what it says to the end, then waits for its end: all on one thread, which so lives as long
/// as the plugin does.
final class Listening implements Runnable {
    static final int LONGEST_LINE = 1 << 20;

    /// A handshake, a response, and one that tells that there are too many.
    private static final int MOST_LINES = 3;

    private final Starter starter;
    private final PluginSpec spec;
    private final boolean traced;
    private final BlockingQueue<Heard> heard;
    private boolean abandoned;

    Listening(Starter starter, PluginSpec spec, boolean traced, BlockingQueue<Heard> heard) {
        this.starter = starter;
        this.spec = spec;
        this.traced = traced;
        this.heard = heard;
    }

    /// Whoever waited for the start has gone: what is started after all is ended at once.
    synchronized void abandon() {
        abandoned = true;
    }

    @Override
    public void run() {
        Running process;
        try {
            process = starter.start(spec);
        } catch (Starter.CannotLaunch e) {
            heard.add(new Heard.NotStarted(String.valueOf(e.getMessage())));
            return;
        } catch (RuntimeException e) {
            // Our own mistake; whoever waits must hear of it all the same.
            heard.add(new Heard.NotStarted("starting it failed: " + e));
            return;
        }
        if (handOver(process)) {
            listen(process.stdout());
            heard.add(new Heard.EndOfOutput());
            // All of stdout is read by now, so that the end takes nothing away with it.
            heard.add(new Heard.Ended(process.awaitEnd()));
        } else {
            var _ = process.kill(spec.limits().afterKill());
        }
    }

    private synchronized boolean handOver(Running process) {
        if (!abandoned) {
            heard.add(new Heard.Started(process));
        }
        return !abandoned;
    }

    private void listen(InputStream stdout) {
        var reader = new LineReader(new OneLine(stdout, LONGEST_LINE), LONGEST_LINE);
        try {
            int lines = 0;
            while (lines < MOST_LINES) {
                switch (reader.next()) {
                    case LINE -> lines += hear(reader, lines);
                    case TOO_LONG -> {
                        heard.add(new Heard.TooLong());
                        lines = MOST_LINES;
                    }
                    case END -> lines = MOST_LINES;
                }
            }
            // The rest is only read so that the plugin is not stuck in writing it.
            var rest = new byte[8192];
            while (stdout.read(rest) >= 0) {}
        } catch (IOException _) {
            // A pipe that cannot be read has ended.
        }
    }

    /// How much more was said. A blank line is heard where a message is due, and there it is judged; behind the last
    /// one it says nothing, and however many come, what follows them is still read. The clock ends who never stops.
    private int hear(LineReader reader, int lines) {
        boolean last = lines == MOST_LINES - 1;
        if (!last || !reader.blank()) {
            heard.add(line(reader));
        }
        return last && reader.blank() ? 0 : 1;
    }

    private Heard line(LineReader reader) {
        var bytes = reader.bytes();
        int from = reader.from();
        int to = reader.to();
        var text = traced ? new String(bytes, from, to - from, StandardCharsets.UTF_8) : "";
        return new Heard.Line(ToCoreCodec.decode(bytes, from, to), reader.blank(), text);
    }
}
