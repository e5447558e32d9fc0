package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.finding.CallWords;
import dev.outrigger.hosting.finding.PluginCandidate;
import dev.outrigger.hosting.finding.PluginFinder;
import dev.outrigger.hosting.finding.PluginOffer;
import dev.outrigger.hosting.trust.PluginStanding;
import dev.outrigger.hosting.visit.CallSearch;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What a call would reach: the candidates in order, the one chosen, and why not the others.
public final class PluginWhichCommand implements ProgramCommand<JpContext> {
    @Override
    public Command describe() {
        return Command.named("which")
                .about("Show what a call would reach, and why nothing else")
                .arg(Argument.positional("WORD", "The words of the call; those that begin with a dash behind a --")
                        .many())
                .example("jp plugin which serve web", "every candidate in order; exit code 1 when there is none");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var words = context.values().all("WORD");
        var call = CallWords.of(context.commands(), words);
        var finder = new PluginFinder(context);
        var routing = new CallSearch(context, finder).explain(call);
        boolean builtIn =
                call.served() || (!call.builtIn().isEmpty() && call.words().isEmpty());
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        if (builtIn) {
            text.append("jp ").append(String.join(" ", call.builtIn())).append("  built in: chosen\n");
        }
        for (var candidate : routing.candidates()) {
            var trust = trust(context, candidate);
            text.append(line(candidate, trust));
            list.add(json(candidate, trust));
        }
        if (!builtIn && routing.chosen().isEmpty()) {
            throw ChosenPlugin.unknown(finder, words);
        }
        var left = routing.rest();
        if (!builtIn && !left.isEmpty()) {
            text.append("left for it: ").append(String.join(" ", left)).append('\n');
        }
        context.show(
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

    private static Trusted trust(JpContext context, PluginCandidate candidate) throws OutputFailed {
        if (!(candidate.offer() instanceof PluginOffer.Program program)) {
            return new Trusted("", "");
        }
        try {
            var verdict = PluginStanding.of(context, program.plugin()).verdict();
            return new Trusted(PluginWords.word(verdict), PluginWords.of(verdict));
        } catch (Problem e) {
            return new Trusted("unknown", "refused: " + e.what());
        }
    }

    private static String line(PluginCandidate candidate, Trusted trust) {
        var command = "jp " + String.join(" ", candidate.offer().command());
        var fate = candidate.fate().words();
        return switch (candidate.offer()) {
            case PluginOffer.Program program ->
                command + "  " + program.plugin().file() + "  " + fate
                        + (candidate.fate().chosen() ? unfit(program) + "; " + trust.words : "") + "\n";
            case PluginOffer.Known known ->
                command + "  registry: " + known.entry().id() + "  " + fate + "\n";
            case PluginOffer.Group _ -> command + "  group  " + fate + "\n";
        };
    }

    private static String unfit(PluginOffer.Program program) {
        return program.executable() ? "" : ", but not executable";
    }

    private static Json json(PluginCandidate candidate, Trusted trust) {
        var object = Json.object()
                .put("command", Json.texts(candidate.offer().command()))
                .put("fate", candidate.fate().name().toLowerCase(Locale.ROOT))
                .put("why", candidate.fate().words())
                .put("chosen", candidate.fate().chosen());
        switch (candidate.offer()) {
            case PluginOffer.Program program ->
                object.put("id", program.plugin().id())
                        .put("file", program.plugin().file().toString())
                        .put("source", PluginWords.source(program.plugin()))
                        .put("declared", program.declared())
                        .put("executable", program.executable())
                        .put("trust", trust.word)
                        .put("trust_why", trust.words);
            case PluginOffer.Known known -> object.put("id", known.entry().id()).put("source", "registry");
            case PluginOffer.Group _ -> object.put("source", "group");
        }
        return object.build();
    }
}
