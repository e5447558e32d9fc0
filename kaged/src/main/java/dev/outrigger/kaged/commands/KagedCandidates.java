package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.kaged.manifest.ManifestProblem;
import dev.outrigger.kaged.manifest.ManifestReader;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Completion.Answer;
import dev.outrigger.terminal.Completion.Candidate;
import dev.outrigger.terminal.Completion.Files;
import dev.outrigger.terminal.Completion.Place;
import dev.outrigger.terminal.Completion.ProgramValues;
import dev.outrigger.terminal.program.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The names that TAB offers, as the folder of the plugins has them: whether a daemon runs does not matter, and none is
/// asked. What cannot be read is not offered; the command itself will say why.
public record KagedCandidates(KagedContext context) implements ProgramValues {
    /// What the value of an argument names.
    enum Subject {
        PLUGIN,
        /// A plugin, or a folder with one.
        PLUGIN_OR_FOLDER,
        /// Of the plugin that was given before, or of any.
        METHOD,
        /// By its id or its folder.
        PROJECT,
        /// Nothing that anybody could list.
        ANYTHING
    }

    /// Nothing for an argument that is not listed here.
    static Optional<Subject> subject(List<Command> path, String arg) {
        return switch (arg) {
            case "PLUGIN" ->
                Optional.of(path.getLast().name().equals("explain") ? Subject.PLUGIN_OR_FOLDER : Subject.PLUGIN);
            case "plugin", "fetch", "accept", "decline", "ask" -> Optional.of(Subject.PLUGIN);
            case "PROJECT", "project" -> Optional.of(Subject.PROJECT);
            case "METHOD", "method" -> Optional.of(Subject.METHOD);
            case "PARAMS", "timeout", "lines", "since", "limit", "DAYS", "against" -> Optional.of(Subject.ANYTHING);
            case "NAME", "npm", "pypi", "bin", "allow", "env", "WORDS" -> Optional.of(Subject.ANYTHING);
            default -> Optional.empty();
        };
    }

    @Override
    public Optional<Answer> at(Place place) {
        try {
            return switch (subject(place.path(), place.arg().name()).orElse(Subject.ANYTHING)) {
                case PLUGIN -> Optional.of(new Answer(plugins(), Files.NONE));
                case PLUGIN_OR_FOLDER -> Optional.of(new Answer(plugins(), Files.FOLDERS));
                case METHOD -> Optional.of(new Answer(methods(place), Files.NONE));
                case PROJECT -> Optional.of(new Answer(projects(), Files.FOLDERS));
                case ANYTHING -> Optional.empty();
            };
        } catch (Problem | StoreProblem _) {
            // Said when the command is run.
            return Optional.of(Answer.NOTHING);
        }
    }

    private List<Candidate> plugins() throws Problem, StoreProblem {
        var candidates = new ArrayList<Candidate>();
        for (var name : context.plugins().names()) {
            var manifest = manifest(name);
            candidates.add(new Candidate(
                    name, manifest.isPresent() ? manifest.get().about().description() : ""));
        }
        return candidates;
    }

    private List<Candidate> projects() throws Problem, StoreProblem {
        var candidates = new ArrayList<Candidate>();
        for (var record : context.projects().list()) {
            candidates.add(new Candidate(record.id(), record.root().toString()));
        }
        return candidates;
    }

    private List<Candidate> methods(Place place) throws Problem, StoreProblem {
        var given = place.arg().positional()
                ? place.given().text("PLUGIN")
                : place.given().text("plugin");
        var candidates = new ArrayList<Candidate>();
        for (var name : context.plugins().names()) {
            if (given.isEmpty() || given.get().equals(name)) {
                var manifest = manifest(name);
                if (manifest.isPresent()) {
                    offered(manifest.get(), candidates);
                    ofServer(manifest.get(), candidates);
                }
            }
        }
        return candidates;
    }

    private static void offered(Manifest manifest, List<Candidate> candidates) {
        for (var method : manifest.offer().methods()) {
            candidates.add(new Candidate(method.name(), method.description()));
        }
        for (var tool : manifest.offer().tools()) {
            candidates.add(new Candidate(manifest.name() + "." + tool.name(), tool.description()));
        }
    }

    /// The tools of an MCP server, once it was started.
    private void ofServer(Manifest manifest, List<Candidate> candidates) throws Problem, StoreProblem {
        if (manifest.protocol() == Manifest.Protocol.MCP
                && manifest.offer().methods().isEmpty()) {
            var tools = context.plugins().tools(manifest.name());
            for (var tool : tools.offered()) {
                var words = tool.text("description").orElse("").lines().findFirst();
                candidates.add(new Candidate(tool.text("name").orElse(""), words.orElse("")));
            }
        }
    }

    private Optional<Manifest> manifest(String name) throws Problem {
        try {
            return Optional.of(ManifestReader.read(context.home().plugin(name)));
        } catch (ManifestProblem _) {
            // A broken one still has a name.
            return Optional.empty();
        }
    }
}
