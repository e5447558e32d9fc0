import com.sun.management.OperatingSystemMXBean;
import dev.outrigger.assistant.Approver;
import dev.outrigger.assistant.RetryBackoff;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Conversation;
import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.ModelCall;
import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.Renderer;
import dev.outrigger.assistant.StoredEvent;
import dev.outrigger.assistant.Turn;
import dev.outrigger.jp.front.HiddenParts;
import dev.outrigger.jp.front.LiveRenderer;
import dev.outrigger.jp.front.PlainRenderer;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.terminal.Printer;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import java.io.FileOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// `Pieces nobody|loop|pipe|screen`: the CPU time of this whole process while a model streams so many pieces a second.
final class Pieces {
    static final String[] WORDS = ("Some words of an answer, **strong** ones and `code` among them, in lines as models write them.\n\n"
                    + "- a list of things\n- and another thing\n\nThen more of the same until it is enough. ")
            .split("(?<= )");

    public static void main(String[] words) throws Exception {
        int perSecond = setting("PER_SECOND");
        var streaming = new Streaming(perSecond, setting("WARM_UP_SECONDS"), setting("SECONDS"));
        if (words[0].equals("nobody")) {
            streaming.stream(piece -> {}, new Cancellation());
        } else {
            turn(words[0], streaming);
        }
        Files.writeString(
                Path.of(System.getenv("BENCH_REPORT")),
                "cpu_percent " + streaming.cpuPercent + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    static void turn(String mode, Streaming streaming) throws Exception {
        try (var nowhere = new FileOutputStream("/dev/null")) {
            boolean screen = mode.equals("screen");
            var look = screen ? new StreamLook(true, true, 100) : StreamLook.PLAIN;
            var printer = new Printer(nowhere, nowhere, look, look, Printer.Mode.TEXT, false);
            var hidden = new HiddenParts(false, false);
            var renderer =
                    switch (mode) {
                        case "loop" -> new Deaf();
                        case "pipe" -> new PlainRenderer(printer, hidden);
                        case "screen" -> new LiveRenderer(printer, Map.of("TERM", "xterm", "LINES", "40"), hidden);
                        default -> throw new IllegalArgumentException(mode);
                    };
            var ports = new Turn.Ports(
                    streaming,
                    List::of,
                    (_, _, _) -> new Approver.Decision.Granted(),
                    (_, _, _, _) -> Optional.empty(),
                    renderer,
                    new Forgetful(),
                    (where, what) -> {
                        throw new IllegalStateException(where, what);
                    });
            var outcome = new Turn(ports, new Turn.Model("m", "", Json.EMPTY), RetryBackoff.USUAL, new Cancellation())
                    .run(new Event.ChatRequest("go"));
            if (!(outcome instanceof Turn.Outcome.Done)) {
                throw new IllegalStateException("the turn failed: " + outcome);
            }
        }
    }

    /// Ten pieces at a time, a thousand times a second for ten thousand.
    static final class Streaming implements Provider {
        final int perSecond;
        final int warmUp;
        final int seconds;
        double cpuPercent;

        Streaming(int perSecond, int warmUp, int seconds) {
            this.perSecond = perSecond;
            this.warmUp = warmUp;
            this.seconds = seconds;
        }

        @Override
        public String name() {
            return "bench";
        }

        @Override
        public List<Model> models(Cancellation cancellation) {
            return List.of();
        }

        @Override
        public AnswerFinish stream(ModelCall call, Pieces pieces, Cancellation cancellation) {
            return stream(pieces, cancellation);
        }

        AnswerFinish stream(Pieces pieces, Cancellation cancellation) {
            pace(pieces, warmUp);
            var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            long began = System.nanoTime();
            long used = system.getProcessCpuTime();
            pace(pieces, seconds);
            cpuPercent = 100.0 * (system.getProcessCpuTime() - used) / (System.nanoTime() - began);
            return new AnswerFinish(AnswerFinish.Reason.DONE, AnswerFinish.Usage.NONE);
        }

        void pace(Pieces pieces, int seconds) {
            long began = System.nanoTime();
            int word = 0;
            for (long tick = 0; tick < seconds * 1000L; tick++) {
                for (int i = 0; i < perSecond / 1000; i++) {
                    pieces.piece(new AnswerPiece.Text(WORDS[word++ % WORDS.length]));
                }
                long until = began + (tick + 1) * 1_000_000;
                for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
            }
        }
    }

    static final class Deaf implements Renderer {
        @Override
        public void piece(AnswerPiece piece) {}

        @Override
        public void stored(StoredEvent event) {}

        @Override
        public void waiting(Waiting on) {}
    }

    static final class Forgetful implements Conversation {
        @Override
        public List<Event> events() {
            return List.of();
        }

        @Override
        public Stored append(List<? extends Event> events) {
            return new Stored(1, "");
        }
    }

    static int setting(String name) {
        return Integer.parseInt(System.getenv("BENCH_" + name));
    }
}
