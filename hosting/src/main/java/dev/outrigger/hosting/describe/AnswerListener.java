package dev.outrigger.hosting.describe;

import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.LineReader;
import dev.outrigger.wire.command.ToHost;
import dev.outrigger.wire.command.ToHostCodec;
import dev.outrigger.wire.command.ToHostCodec.Decoded;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Listens to a plugin until it has answered, or has said something that is no answer. Lines that are no messages are
/// passed over, as in a run, and so is `log`.
final class AnswerListener implements Runnable {
    static final int LONGEST_LINE = 1 << 20;
    private static final int MOST_PASSED_OVER = 20;

    private final InputStream stdout;
    private final InterviewQuestion question;
    private final CountDownLatch settled = new CountDownLatch(1);
    private volatile @Nullable InterviewReply reply;
    private volatile boolean ended;

    AnswerListener(InputStream stdout, InterviewQuestion question) {
        this.stdout = stdout;
        this.question = question;
    }

    /// What was heard by now; null when nothing.
    @Nullable
    InterviewReply reply() {
        return reply;
    }

    /// Whether the output ended before there was an answer.
    boolean ended() {
        return ended;
    }

    /// The same, waiting for it a while. An interrupt cuts the waiting short.
    @Nullable
    InterviewReply within(long millis) {
        try {
            var _ = settled.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return reply;
    }

    @Override
    public void run() {
        try {
            settle(listen());
        } catch (IOException e) {
            settle(new InterviewReply.Broke("could not be read: " + e.getMessage()));
        } catch (RuntimeException | StackOverflowError e) {
            settle(new InterviewReply.Broke("could not be understood, a mistake of jp: " + e));
        }
    }

    private void settle(@Nullable InterviewReply heard) {
        ended = heard == null;
        reply = heard == null ? new InterviewReply.Broke("ended without an answer") : heard;
        settled.countDown();
    }

    /// Null at the end of the output.
    private @Nullable InterviewReply listen() throws IOException {
        var reader = new LineReader(stdout, LONGEST_LINE);
        int passedOver = 0;
        while (true) {
            switch (reader.next()) {
                case END -> {
                    return null;
                }
                case TOO_LONG -> {
                    return otherwise("a line of more than " + LONGEST_LINE + " bytes");
                }
                case LINE -> {
                    if (reader.blank()) {
                        continue;
                    }
                    var heard = hear(ToHostCodec.decode(reader.bytes(), reader.from(), reader.to()));
                    if (heard != null) {
                        return heard;
                    }
                    if (++passedOver == MOST_PASSED_OVER) {
                        return otherwise(MOST_PASSED_OVER + " lines that are no messages");
                    }
                }
            }
        }
    }

    /// Null for what is passed over.
    private @Nullable InterviewReply hear(Decoded line) {
        return switch (line) {
            case Decoded.Message(var _, var message) -> hear(message);
            case Decoded.Unfit(var _, var answer) ->
                otherwise("a `" + Excerpt.of(answer.request()) + "` that is none: " + answer.message());
            case Decoded.Stray _ -> null;
        };
    }

    private @Nullable InterviewReply hear(ToHost message) {
        if (message instanceof ToHost.Log) {
            return null;
        }
        if (message instanceof ToHost.Describe answer && question == InterviewQuestion.DESCRIBE) {
            return new InterviewReply.Described(answer);
        }
        if (message instanceof ToHost.Help answer && question == InterviewQuestion.HELP) {
            return new InterviewReply.Helped(answer);
        }
        return otherwise("`" + ToHostCodec.encode(message, null).text("type").orElse("") + "`");
    }

    private InterviewReply otherwise(String what) {
        return new InterviewReply.Otherwise("answered `" + question.word() + "` with " + what);
    }
}
