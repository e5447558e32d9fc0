package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.finding.Call;
import dev.outrigger.jp.finding.Candidate;
import dev.outrigger.jp.finding.Finder;
import dev.outrigger.jp.finding.Offer;
import dev.outrigger.jp.plugin.Search;
import dev.outrigger.jp.trust.Standing;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What a call would reach: the candidates in order, the one chosen, and why not the others.
final class PluginWhich implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("which")
                .about("Show what a call would reach, and why nothing else")
                .arg(Arg.positional("WORD", "The words of the call; those that begin with a dash behind a --")
                        .many())
                .example("jp plugin which serve web", "every candidate in order; exit code 1 when there is none");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var words = session.values().all("WORD");
        var call = Call.of(Commands.ROOT, words);
        var finder = new Finder(session, Commands.ROOT);
        var routing = new Search(session, finder).explain(call);
        boolean builtIn =
                call.served() || (!call.builtIn().isEmpty() && call.words().isEmpty());
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        if (builtIn) {
            text.append("jp ").append(String.join(" ", call.builtIn())).append("  built in: chosen\n");
        }
        for (var candidate : routing.candidates()) {
            var trust = trust(session, candidate);
            text.append(line(candidate, trust));
            list.add(json(candidate, trust));
        }
        if (!builtIn && routing.chosen().isEmpty()) {
            throw PluginChosen.unknown(finder, words);
        }
        var left = routing.rest();
        if (!builtIn && !left.isEmpty()) {
            text.append("left for it: ").append(String.join(" ", left)).append('\n');
        }
        session.show(
                text.toString(),
                Json.object()
                        .put("built_in", Json.texts(builtIn ? call.builtIn() : List.of()))
                        .put("candidates", new Json.Arr(list))
                        .put("rest", Json.texts(left))
                        .build());
        return 0;
    }

    /// Whether it may run: a word for programs, a sentence for people. Empty for what could not be started anyway.
    private record Trusted(String word, String words) {}

    private static Trusted trust(Session session, Candidate candidate) throws OutputFailed {
        if (!(candidate.offer() instanceof Offer.Program program)) {
            return new Trusted("", "");
        }
        try {
            var verdict = Standing.of(session, program.plugin()).verdict();
            return new Trusted(PluginWords.word(verdict), PluginWords.of(verdict));
        } catch (Problem e) {
            return new Trusted("unknown", "refused: " + e.what());
        }
    }

    private static String line(Candidate candidate, Trusted trust) {
        var command = "jp " + String.join(" ", candidate.offer().command());
        var fate = candidate.fate().words();
        return switch (candidate.offer()) {
            case Offer.Program program ->
                command + "  " + program.plugin().file() + "  " + fate
                        + (candidate.fate().chosen() ? unfit(program) + "; " + trust.words : "") + "\n";
            case Offer.Known known -> command + "  registry: " + known.entry().id() + "  " + fate + "\n";
            case Offer.Group _ -> command + "  group  " + fate + "\n";
        };
    }

    private static String unfit(Offer.Program program) {
        return program.executable() ? "" : ", but not executable";
    }

    private static Json json(Candidate candidate, Trusted trust) {
        var object = Json.object()
                .put("command", Json.texts(candidate.offer().command()))
                .put("fate", candidate.fate().name().toLowerCase(Locale.ROOT))
                .put("why", candidate.fate().words())
                .put("chosen", candidate.fate().chosen());
        switch (candidate.offer()) {
            case Offer.Program program ->
                object.put("id", program.plugin().id())
                        .put("file", program.plugin().file().toString())
                        .put("source", PluginWords.source(program.plugin()))
                        .put("declared", program.declared())
                        .put("executable", program.executable())
                        .put("trust", trust.word)
                        .put("trust_why", trust.words);
            case Offer.Known known -> object.put("id", known.entry().id()).put("source", "registry");
            case Offer.Group _ -> object.put("source", "group");
        }
        return object.build();
    }
}
