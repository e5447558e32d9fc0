package dev.outrigger.terminal;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// The one way to the user's eyes. Content goes to standard output, everything else to standard error. Where a person
/// watches, texts are rendered and freed of harmful escapes; everywhere else they pass byte for byte.
///
/// Each print is one write, straight to the stream, so that a failure is known at once. Safe for several threads.
public final class Printer {
    public enum Mode {
        TEXT,
        /// One JSON object per print, on standard output; notes on standard error.
        JSON
    }

    private static final char ESC = 0x1B;
    private static final String RESET = ESC + "[0m";

    private final OutputStream out;
    private final OutputStream err;
    private final StreamLook outLook;
    private final StreamLook errLook;
    private final Mode mode;
    private final boolean quiet;

    public Printer(
            OutputStream out, OutputStream err, StreamLook outLook, StreamLook errLook, Mode mode, boolean quiet) {
        this.out = out;
        this.err = err;
        this.outLook = outLook;
        this.errLook = errLook;
        this.mode = mode;
        this.quiet = quiet;
    }

    /// `language` is that of code, "" when unknown. No newline is added to plain text.
    public void print(PrintChannel channel, PrintFormat format, String language, String text) throws OutputFailed {
        if (silenced(channel)) {
            return;
        }
        if (mode == Mode.JSON) {
            write(OutputStreamName.STDOUT, object(channel, format, language, text));
            return;
        }
        var stream = stream(channel);
        var look = look(stream);
        write(stream, look.terminal() ? rendered(format, language, text, look) : text);
    }

    /// Whole lines of plain content; the last newline may be left out. For a terminal they are broken between words, as
    /// those of [#error] and [#note] are: what must stay as it is, like a script, is [#print]ed.
    public void content(String text) throws OutputFailed {
        lines(PrintChannel.CONTENT, text);
    }

    /// Whole lines about what went wrong.
    public void error(String text) throws OutputFailed {
        lines(PrintChannel.ERROR, text);
    }

    /// Whole lines beside the matter, silenced by `--quiet`. On stderr in any mode: a program that reads a result must
    /// not find, say, a warning about some file before it.
    public void note(String text) throws OutputFailed {
        if (mode == Mode.TEXT) {
            lines(PrintChannel.CHROME, text);
        } else if (!silenced(PrintChannel.CHROME)) {
            write(OutputStreamName.STDERR, object(PrintChannel.CHROME, PrintFormat.PLAIN, "", text));
        }
    }

    /// Whether a person sees what is [#passing].
    public boolean watched() {
        return mode == Mode.TEXT && !quiet && errLook.terminal();
    }

    /// For whoever watches: a line that the next one overwrites, "" to wipe it away. Nobody else gets any of it.
    public void passing(String line) throws OutputFailed {
        if (watched()) {
            var fitting = line.length() < errLook.width() ? line : line.substring(0, errLook.width() - 1);
            write(OutputStreamName.STDERR, "\r" + TerminalEscapes.strip(fitting) + "\u001B[K");
        }
    }

    /// A result for programs, one line. What a terminal would obey is escaped, which means the same to a program.
    public void result(Json value) throws OutputFailed {
        write(OutputStreamName.STDOUT, JsonStyle.visible(JsonText.text(value)) + "\n");
    }

    /// Whether a person sees what is printed to this channel.
    public boolean watched(PrintChannel channel) {
        return mode == Mode.TEXT && !silenced(channel) && look(stream(channel)).terminal();
    }

    /// Whether anybody gets what is printed to this channel.
    public boolean shows(PrintChannel channel) {
        return !silenced(channel);
    }

    StreamLook look(OutputStreamName stream) {
        return stream == OutputStreamName.STDOUT ? outLook : errLook;
    }

    static OutputStreamName stream(PrintChannel channel) {
        return channel == PrintChannel.CONTENT ? OutputStreamName.STDOUT : OutputStreamName.STDERR;
    }

    public Mode mode() {
        return mode;
    }

    private void lines(PrintChannel channel, String text) throws OutputFailed {
        var whole = mode == Mode.JSON || text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
        print(channel, PrintFormat.PLAIN, "", watched(channel) ? folded(whole, look(stream(channel))) : whole);
    }

    /// A colour that somebody's words leave on would stay on behind us, in the shell.
    private static String folded(String whole, StreamLook look) {
        var folded = FoldedLines.text(harmless(whole, look), look);
        return folded.indexOf(ESC) >= 0 ? folded.substring(0, folded.length() - 1) + RESET + "\n" : folded;
    }

    private boolean silenced(PrintChannel channel) {
        return quiet && channel != PrintChannel.CONTENT && channel != PrintChannel.ERROR;
    }

    /// Each case loads what it needs, and only then.
    static String rendered(PrintFormat format, String language, String text, StreamLook look) {
        return switch (format) {
            case PLAIN -> harmless(text, look);
            case MARKDOWN -> Markdown.render(text, look);
            case JSON -> JsonStyle.render(text, look);
            case CODE -> CodeHighlighter.render(text, language, look);
        };
    }

    static String harmless(String text, StreamLook look) {
        return look.colour() ? TerminalEscapes.keepColour(text) : TerminalEscapes.strip(text);
    }

    private static String object(PrintChannel channel, PrintFormat format, String language, String text) {
        return "{\"channel\":\"" + channel.wireName() + "\",\"format\":\"" + format.wireName() + "\""
                + (language.isEmpty() ? "" : ",\"language\":" + JsonStyle.quoted(language))
                + ",\"text\":" + JsonStyle.quoted(text) + "}\n";
    }

    /// As it is.
    void write(OutputStreamName stream, String text) throws OutputFailed {
        if (text.isEmpty()) {
            return;
        }
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var target = stream == OutputStreamName.STDOUT ? out : err;
        synchronized (this) {
            try {
                target.write(bytes);
                target.flush();
            } catch (IOException e) {
                throw new OutputFailed(stream, e);
            }
        }
    }
}
