package dev.outrigger.hosting.describe;

import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.system.Sha256;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// What is remembered of the plugins that were asked, in `$XDG_STATE_HOME/jp/described`. An answer holds for as long as
/// the program's file has the same content; that a plugin did not answer is remembered, too, for a day.
public final class PluginDescriptions {
    private static final int AT_ONCE = 8;

    private final DescriptionCache shelf;
    private @Nullable Map<String, DescriptionEntry> entries;
    private boolean looked;
    private final Map<String, DescriptionEntry> changed = new HashMap<>();
    private final List<String> troubles = new ArrayList<>();

    private PluginDescriptions(DescriptionCache shelf) {
        this.shelf = shelf;
    }

    /// Reads nothing yet.
    public static PluginDescriptions open(Path state) {
        return new PluginDescriptions(new DescriptionCache(state.resolve("described")));
    }

    /// What this very file (path, size, time; or else its hash) said when it was asked last. Starts nothing.
    public Optional<Description> known(PluginProgram plugin) {
        var entry = current(plugin);
        save();
        var told = entry == null ? null : shelf.told(entry);
        return told == null ? Optional.empty() : Optional.of(told.description(plugin.id()));
    }

    /// The short of it, without what is long; also that it failed to describe itself. Starts nothing.
    public Optional<RememberedDescription> remembered(PluginProgram plugin) {
        var entry = current(plugin);
        return entry == null ? Optional.empty() : Optional.of(entry.shown());
    }

    /// Whether [#learn] would have something to ask that was not asked before.
    public boolean worthAsking(PluginProgram plugin) {
        var entry = current(plugin);
        return entry == null || (entry.failed() ? entry.stale(now()) : !entry.helpKnown(now()));
    }

    /// Every program that was ever asked, as it was then: it may have changed since, or be gone.
    synchronized List<RememberedDescription> all() {
        var all = new ArrayList<RememberedDescription>();
        for (var entry : entries().values()) {
            all.add(entry.shown());
        }
        return all;
    }

    /// Has those plugins described that are not known, several at a time; every one of them must be approved.
    /// Returns why some were not asked, one line each.
    public List<String> describe(List<PluginProgram> approved, Interviewer interviewer) {
        var unknown = new ArrayList<PluginProgram>();
        for (var plugin : approved) {
            var entry = current(plugin);
            if (entry == null || entry.stale(now())) {
                unknown.add(plugin);
            }
        }
        var refusals = new ArrayList<String>();
        if (!unknown.isEmpty()) {
            inParallel(unknown, plugin -> {
                try {
                    ask(plugin, interviewer, false);
                } catch (Problem | OutputFailed e) {
                    synchronized (refusals) {
                        refusals.add(String.valueOf(e.getMessage()));
                    }
                }
            });
        }
        save();
        return refusals;
    }

    /// All that a plugin says of itself, its help included. Asks what is not known yet, and once more what failed. Of
    /// one that says nothing there is only a note.
    ///
    /// @throws Problem when it may not be asked
    public Description learn(PluginProgram plugin, Interviewer interviewer) throws Problem, OutputFailed {
        var entry = current(plugin);
        var told = entry == null || entry.failed() || !entry.helpKnown(now()) ? null : shelf.told(entry);
        if (told == null) {
            var asked = ask(plugin, interviewer, true);
            told = asked.told;
            if (told.nothing()) {
                told = new PluginAnswers(
                        null, null, List.of("jp-" + plugin.id() + " does not say what it does: it " + asked.failure));
            }
        }
        save();
        return told.description(plugin.id());
    }

    /// Whether these very options were found to fit the schema of this very program before.
    boolean fitted(PluginProgram plugin, Json.Obj options) {
        var entry = current(plugin);
        return entry != null && shelf.fitted(entry, options);
    }

    void rememberFitting(PluginProgram plugin, Json.Obj options) {
        var entry = current(plugin);
        if (entry != null) {
            try {
                shelf.keepFitting(entry, options);
            } catch (IOException e) {
                trouble("cannot remember that the options of jp-" + plugin.id() + " fit: " + FileErrorWords.of(e));
            }
        }
    }

    /// What could not be kept, for the log: a cache that cannot be written is no reason to fail.
    public synchronized List<String> troubles() {
        return List.copyOf(troubles);
    }

    private record Asked(PluginAnswers told, String failure) {}

    private Asked ask(PluginProgram plugin, Interviewer interviewer, boolean help) throws Problem, OutputFailed {
        ContentStamp stamp = null;
        try {
            stamp = ContentStamp.of(plugin.file());
        } catch (IOException e) {
            trouble("cannot read " + plugin.file() + ": " + FileErrorWords.of(e));
        }
        var before = current(plugin);
        var kept = before == null ? null : shelf.told(before);
        var told = kept == null ? PluginAnswers.NOTHING : kept;
        var state = before == null || kept == null || before.failed() ? DescriptionEntry.Help.UNASKED : before.help();
        var failure = "";
        if (help && told.help() == null && state != DescriptionEntry.Help.ASKED) {
            var reply = interviewer.ask(plugin, InterviewQuestion.HELP);
            if (reply instanceof InterviewReply.Helped(var answer)) {
                told = told.with(answer);
            }
            state = reply instanceof InterviewReply.TooLate ? DescriptionEntry.Help.LATE : DescriptionEntry.Help.ASKED;
        }
        if (told.describe() == null) {
            switch (interviewer.ask(plugin, InterviewQuestion.DESCRIBE)) {
                case InterviewReply.Described(var answer) -> told = told.with(answer);
                case InterviewReply.Helped _ -> throw new IllegalStateException("no answer to this question");
                case InterviewReply.NoAnswer none -> failure = none.words();
            }
        }
        if (stamp != null) {
            remember(plugin, DescriptionEntry.of(path(plugin), plugin.id(), stamp, now(), state, told, failure), told);
        }
        return new Asked(told, HarmlessText.line(failure, HarmlessText.LINE));
    }

    /// Not when the file was changed meanwhile: then nobody knows which of the two has spoken.
    private void remember(PluginProgram plugin, DescriptionEntry entry, PluginAnswers told) {
        try {
            if (!entry.stamp().matches(ContentStamp.look(plugin.file()))) {
                return;
            }
            if (!told.nothing()) {
                shelf.keep(entry, told);
            }
        } catch (IOException e) {
            trouble("cannot remember what jp-" + plugin.id() + " said: " + FileErrorWords.of(e));
            return;
        }
        synchronized (this) {
            entries().put(path(plugin), entry);
            changed.put(path(plugin), entry);
        }
    }

    /// The entry of this very content; null when there is none.
    private @Nullable DescriptionEntry current(PluginProgram plugin) {
        var entry = entry(path(plugin));
        if (entry == null) {
            return null;
        }
        try {
            var attributes = ContentStamp.look(plugin.file());
            if (entry.stamp().matches(attributes)) {
                return entry;
            }
            var sha256 = Sha256.of(plugin.file());
            if (!sha256.equals(entry.stamp().sha256())) {
                return null;
            }
            var same = entry.at(new ContentStamp(attributes.size(), ContentStamp.nanos(attributes), sha256));
            synchronized (this) {
                entries().put(path(plugin), same);
                changed.put(path(plugin), same);
            }
            return same;
        } catch (IOException _) {
            // Gone, or not for us to read: whoever wants to start it will say so.
            return null;
        }
    }

    /// Who asks for one asks seldom for a second: the first is found without reading all of them.
    private synchronized @Nullable DescriptionEntry entry(String path) {
        if (entries == null && !looked) {
            looked = true;
            return shelf.entry(path);
        }
        return entries().get(path);
    }

    private synchronized Map<String, DescriptionEntry> entries() {
        if (entries == null) {
            entries = shelf.index();
        }
        return entries;
    }

    /// Our changes on top of what another jp may have written meanwhile; and without the programs that are gone.
    private synchronized void save() {
        if (changed.isEmpty()) {
            return;
        }
        var index = shelf.index();
        index.putAll(changed);
        index.keySet().removeIf(path -> !new File(path).exists());
        try {
            shelf.keep(index);
        } catch (IOException e) {
            trouble("cannot remember what plugins said: " + FileErrorWords.of(e));
        }
        entries = index;
        changed.clear();
    }

    private synchronized void trouble(String what) {
        troubles.add(what);
    }

    private static String path(PluginProgram plugin) {
        return plugin.file().toAbsolutePath().toString();
    }

    private static long now() {
        return System.currentTimeMillis() / 1000;
    }

    private interface Work {
        void on(PluginProgram plugin);
    }

    private static void inParallel(List<PluginProgram> plugins, Work work) {
        var next = new AtomicInteger();
        var bugs = new ArrayList<RuntimeException>();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < Math.min(AT_ONCE, plugins.size()); i++) {
            threads.add(Thread.ofPlatform().daemon().name("describe").start(() -> {
                try {
                    for (int at = next.getAndIncrement(); at < plugins.size(); at = next.getAndIncrement()) {
                        work.on(plugins.get(at));
                    }
                } catch (RuntimeException e) {
                    synchronized (bugs) {
                        bugs.add(e);
                    }
                }
            }));
        }
        boolean interrupted = false;
        for (var thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!bugs.isEmpty()) {
            throw bugs.getFirst();
        }
    }
}
