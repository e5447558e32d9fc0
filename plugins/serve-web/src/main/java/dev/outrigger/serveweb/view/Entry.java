package dev.outrigger.serveweb.view;

import dev.outrigger.wire.Excerpt;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One thing in a conversation as a page shows it. Every text in it is harmless to who reads it, and not yet HTML,
/// unless its name ends in `Html`.
public sealed interface Entry {
    /// The `id` of its element: what is sent again takes the place of what was there.
    String id();

    record Asked(
            String id,
            String text,
            List<AttachedFile> files,
            @Nullable Moment at) implements Entry {}

    record AttachedFile(String name, String size, String content) {}

    /// What the assistant says.
    ///
    /// @param live whether more of it comes
    record Said(String id, String bodyHtml, @Nullable Moment at, boolean live) implements Entry {}

    record Thought(String id, String bodyHtml, boolean live) implements Entry {}

    record Answered(String id, JsonTree data) implements Entry {}

    /// A tool call.
    ///
    /// @param call finds the card again when the result comes
    /// @param subject what it is about, in a few words: of several calls of one tool, which one this is
    record Called(
            String id,
            String call,
            String tool,
            String subject,
            String arguments,
            @Nullable Moment at,
            @Nullable Approval approval,
            @Nullable Outcome outcome)
            implements Entry {
        Called with(Outcome came) {
            return new Called(id, call, tool, subject, arguments, at, null, came);
        }

        public String state() {
            if (outcome != null) {
                return outcome.state();
            }
            return approval == null ? "running" : "asks";
        }
    }

    /// What came of a call.
    record Outcome(boolean failed, String text, String took) {
        /// As the turn begins to tell it when somebody said no.
        private static final String REJECTED = "rejected";

        Outcome took(String time) {
            return new Outcome(failed, text, time);
        }

        public boolean rejected() {
            return failed && text.startsWith(REJECTED);
        }

        public String state() {
            return rejected() ? "rejected" : failed ? "failed" : "done";
        }

        public String firstLine() {
            return Excerpt.of(text.strip().lines().findFirst().orElse(""));
        }
    }

    /// What is to be decided about a call: all of it, before there is a yes.
    ///
    /// @param callId as the host knows the call
    /// @param about what a stranger's tool says of itself; "" for one of jp's own
    /// @param showArguments whether the rest leaves something of the arguments out
    record Approval(
            String callId,
            String about,
            String wordsHtml,
            String whole,
            boolean showArguments,
            String source,
            String sandbox,
            boolean mutating,
            List<String> actions) {
        private static final Pattern DIFF = Pattern.compile("^--- .*\\R\\+\\+\\+ .*\\R@@ -", Pattern.MULTILINE);
        /// A browser takes seconds for more.
        private static final int LONGEST_COLOURED = 1 << 18;

        public boolean wholeIsDiff() {
            return whole.length() <= LONGEST_COLOURED && DIFF.matcher(whole).find();
        }

        public boolean may(String action) {
            return actions.contains(action);
        }
    }

    /// A question of a tool.
    ///
    /// @param open whether it waits for an answer
    record Inquired(
            String id,
            String inquiry,
            String inquiryId,
            String question,
            String kind,
            List<String> options,
            String fallback,
            @Nullable String answer,
            boolean open)
            implements Entry {
        Inquired with(String came) {
            return new Inquired(id, inquiry, inquiryId, question, kind, options, fallback, came, false);
        }
    }

    record Noted(String id, String text) implements Entry {}

    /// How a turn ended.
    record Ended(String id, String words, boolean failed) implements Entry {}
}
