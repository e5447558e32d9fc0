package dev.outrigger.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.ListBlock;
import org.commonmark.node.Node;
import org.jspecify.annotations.Nullable;

/// Markdown that comes word by word, on a terminal. Blocks that are finished are drawn for good; the one that is still
/// open is shown as far as it is known, and drawn again as it grows. Code is drawn line by line, and of a list that is
/// taller than the screen its finished items are: nothing is drawn again that has scrolled away.
///
/// What is on the screen at the end is what [Markdown] makes of the whole, but for two things that cannot be known
/// before the end: how wide the numbers of a very long list get, and links whose destination stands further below.
///
/// Text is taken in at once and drawn at [#draw], which whoever uses this calls a few times a second: the work for a
/// piece is to keep it.
public final class LiveMarkdown {
    /// `margin` stands before every line.
    public record Style(boolean colour, boolean dim, String margin) {}

    /// What is open may be this long; hostile text of this size keeps the parser busy for less than a second.
    private static final int MOST_OPEN = Markdown.LARGEST / 2;
    private static final int MOST_AT_ONCE = 1 << 16;

    private final ScreenRegion region;
    private final boolean moving;
    private final Style style;
    private final Supplier<ScreenSize> screen;
    private final Supplier<Integer> width;
    private final Markdown markdown;

    /// Whole lines, clean, that are not drawn for good.
    private final StringBuilder text = new StringBuilder();
    /// The line that is not whole, as it came.
    private final StringBuilder partial = new StringBuilder();
    private final List<String> done = new ArrayList<>();
    private boolean anything;
    private boolean linesCame;
    private boolean changed;
    private @Nullable Fence fence;
    private Markdown.@Nullable Before list;

    /// @param moving whether the cursor can be moved: otherwise only what is finished is drawn
    LiveMarkdown(
            ScreenRegion region, boolean moving, Style style, Supplier<ScreenSize> screen, Supplier<Integer> width) {
        this.region = region;
        this.moving = moving;
        this.style = style;
        this.screen = screen;
        this.width = width;
        this.markdown = Markdown.in(style.colour);
    }

    /// A block of code that is open.
    private static final class Fence {
        private final char mark;
        private final int length;
        private final int indent;
        private final CodeHighlighter.Lines code;
        private int blanks;
        private boolean any;

        Fence(FencedCodeBlock block) {
            mark = block.getFenceCharacter().charAt(0);
            length = block.getOpeningFenceLength() == null ? 3 : block.getOpeningFenceLength();
            indent = block.getFenceIndent();
            code = new CodeHighlighter.Lines(Markdown.language(block.getInfo()));
        }

        boolean closedBy(String line) {
            int from = 0;
            while (from < line.length() && line.charAt(from) == ' ') {
                from++;
            }
            int to = from;
            while (to < line.length() && line.charAt(to) == mark) {
                to++;
            }
            return from < 4 && to - from >= length && line.substring(to).isBlank();
        }

        boolean mayBeClosing(String line) {
            return line.strip().chars().allMatch(c -> c == mark);
        }

        String content(String line) {
            int from = 0;
            while (from < Math.min(indent, line.length()) && line.charAt(from) == ' ') {
                from++;
            }
            return line.substring(from);
        }
    }

    /// Keeps it for the next [#draw].
    public void add(String piece) throws OutputFailed {
        changed |= !piece.isEmpty();
        for (int from = 0; from < piece.length(); ) {
            int newline = piece.indexOf('\n', from);
            int end = Math.min(newline < 0 ? piece.length() : newline, from + MOST_AT_ONCE);
            partial.append(piece, from, end);
            if (end == newline) {
                endLine();
            }
            from = end == newline ? end + 1 : end;
            if (text.length() + partial.length() > MOST_OPEN) {
                relieve();
            }
        }
    }

    private void endLine() {
        text.append(TerminalEscapes.strip(partial.toString())).append('\n');
        partial.setLength(0);
        linesCame = true;
    }

    /// Draws what has changed since the last time.
    public void draw() throws OutputFailed {
        if (!changed) {
            return;
        }
        changed = false;
        settle();
        show(moving ? open() : List.of());
    }

    /// Everything there is, is all there is: the next text is another one.
    public void end() throws OutputFailed {
        if (!partial.isEmpty()) {
            endLine();
        }
        settle();
        finish();
        show(List.of());
        anything = false;
        changed = false;
    }

    private void show(List<String> open) throws OutputFailed {
        var finished = List.copyOf(done);
        done.clear();
        region.show(styled(finished), styled(open), screen.get());
    }

    private List<String> styled(List<String> lines) {
        if (!style.dim && style.margin.isEmpty()) {
            return lines;
        }
        return lines.stream()
                .map(line -> (style.margin + line).stripTrailing())
                .map(line -> style.dim ? "\u001b[2m" + line + "\u001b[0m" : line)
                .toList();
    }

    private int columns() {
        return Math.max(width.get() - TextWidth.of(style.margin), 1);
    }

    /// More at once than anybody can read: whatever is open is finished here.
    private void relieve() throws OutputFailed {
        settle();
        if (text.length() + partial.length() > MOST_OPEN) {
            endLine();
            settle();
            finish();
        }
        show(List.of());
    }

    /// Moves every block that cannot change any more from the text to what is done. Only whole lines tell.
    private void settle() {
        if (!linesCame) {
            return;
        }
        linesCame = false;
        while (!text.isEmpty()) {
            if (fence != null) {
                code(fence);
                if (fence != null) {
                    return;
                }
            } else if (!block()) {
                return;
            }
        }
    }

    /// True when a block of code began, whose lines are to be looked at next.
    private boolean block() {
        var source = text.toString();
        var document = Markdown.parse(source);
        var last = document.getLastChild();
        if (last == null) {
            // nothing but empty lines
            text.setLength(0);
            return false;
        }
        for (var node = document.getFirstChild(); node != null && !node.equals(last); node = node.getNext()) {
            done(node);
        }
        int gone = lineStart(source, last);
        if (last instanceof FencedCodeBlock block) {
            fence = new Fence(block);
            list = null;
            gone = source.indexOf('\n', start(last)) + 1;
        } else if (last instanceof ListBlock items && finishItems(items)) {
            gone = lineStart(source, items.getLastChild());
        }
        text.delete(0, gone);
        return fence != null;
    }

    private static int lineStart(String source, Node node) {
        return source.lastIndexOf('\n', start(node) - 1) + 1;
    }

    private static int start(Node node) {
        return node.getSourceSpans().getFirst().getInputIndex();
    }

    private void done(Node node) {
        if (node instanceof LinkReferenceDefinition) {
            return;
        }
        var before = list;
        list = null;
        if (node instanceof ListBlock items && before != null) {
            if (!Markdown.after(items, before).tight()) {
                done.add("");
            }
            done.addAll(markdown.items(items, columns(), before, null));
        } else {
            separate();
            done.addAll(markdown.block(node, columns()));
        }
    }

    private void separate() {
        if (anything) {
            done.add("");
        }
        anything = true;
    }

    /// Of a list that is taller than the screen all items but the last are drawn for good. False when it is not.
    private boolean finishItems(ListBlock items) {
        var before = list == null ? Markdown.before(items) : list;
        var lines = markdown.items(items, columns(), before, items.getLastChild());
        if (lines.size() < Math.max(screen.get().rows(), 1)) {
            return false;
        }
        var after = Markdown.after(items, before);
        if (list == null) {
            separate();
        } else if (!after.tight()) {
            done.add("");
        }
        done.addAll(lines);
        list = new Markdown.Before(after.next() - 1, after.digits(), after.tight());
        return true;
    }

    /// The lines of a block of code, up to its end if that is there.
    private void code(Fence open) {
        int from = 0;
        for (int end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
            var line = text.substring(from, end);
            from = end + 1;
            if (open.closedBy(line)) {
                endCode(open);
                linesCame = true;
                break;
            }
            codeLine(open, open.content(line));
        }
        text.delete(0, from);
    }

    private void codeLine(Fence open, String line) {
        if (line.isBlank()) {
            open.blanks++;
            return;
        }
        beginCode(open);
        for (; open.blanks > 0; open.blanks--) {
            done.add("");
        }
        done.add(markdown.codeLine(open.code, line));
    }

    private void beginCode(Fence open) {
        if (!open.any) {
            separate();
            open.any = true;
        }
    }

    private void endCode(Fence open) {
        if (!open.any) {
            beginCode(open);
            done.add("");
        }
        fence = null;
    }

    /// Whatever is open ends here.
    private void finish() {
        if (fence != null) {
            endCode(fence);
        }
        if (!text.isEmpty()) {
            var document = Markdown.parse(text.toString());
            for (var node = document.getFirstChild(); node != null; node = node.getNext()) {
                done(node);
            }
            text.setLength(0);
        }
        list = null;
    }

    /// How what is open looks as far as it is known.
    private List<String> open() {
        var rest = shown(TerminalEscapes.strip(partial.toString()));
        if (fence != null) {
            return fenceOpen(fence, rest);
        }
        var lines = new ArrayList<String>();
        boolean first = !anything;
        var document = Markdown.parse(text + rest);
        var before = list;
        for (var node = document.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof LinkReferenceDefinition) {
                continue;
            }
            if (before != null && node instanceof ListBlock items) {
                if (!Markdown.after(items, before).tight()) {
                    lines.add("");
                }
                lines.addAll(markdown.items(items, columns(), before, null));
            } else {
                if (!first) {
                    lines.add("");
                }
                lines.addAll(markdown.block(node, columns()));
            }
            before = null;
            first = false;
        }
        return lines;
    }

    private List<String> fenceOpen(Fence open, String rest) {
        if (open.mayBeClosing(rest)) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        if (!open.any && anything) {
            lines.add("");
        }
        for (int i = 0; i < open.blanks; i++) {
            lines.add("");
        }
        lines.add(markdown.codeLine(open.code.copy(), open.content(rest)));
        return lines;
    }

    /// Half a character is shown when the other half is there.
    private static String shown(String line) {
        return !line.isEmpty() && Character.isHighSurrogate(line.charAt(line.length() - 1))
                ? line.substring(0, line.length() - 1)
                : line;
    }
}
