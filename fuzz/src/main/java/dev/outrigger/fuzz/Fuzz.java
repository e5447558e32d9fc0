package dev.outrigger.fuzz;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The program `bin/fuzz`.
public final class Fuzz {
    private Fuzz() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        int code;
        try {
            code = run(Options.of(args), out);
        } catch (Options.Mistake e) {
            System.err.println("fuzz: " + e.getMessage());
            code = 2;
        }
        out.flush();
        // Not halt: what the readers were given as files is removed on the way out.
        System.exit(code);
    }

    /// The folder that this is built from.
    static Seeds tree() {
        return new Seeds(Path.of(System.getProperty("outrigger.home", ".")));
    }

    private static int run(Options options, PrintStream out) throws IOException, InterruptedException, Options.Mistake {
        if (options.help()) {
            out.print(Options.HELP);
            return 0;
        }
        if (options.list()) {
            Targets.ALL.forEach(target -> out.println(target.name()));
            return 0;
        }
        var chosen = chosen(options.targets());
        if (options.repeat().isPresent()) {
            return repeat(chosen.getFirst(), Path.of(options.repeat().get()), out);
        }
        int findings = 0;
        for (var target : chosen) {
            findings += new Run(target, tree(), options, tree().home().resolve("target/fuzz"), out).go();
        }
        return findings == 0 ? 0 : 1;
    }

    private static List<Target> chosen(List<String> names) throws Options.Mistake {
        var chosen = new ArrayList<Target>();
        for (var name : names) {
            chosen.add(Targets.ALL.stream()
                    .filter(target -> target.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new Options.Mistake("no target " + name + ": bin/fuzz --list names them")));
        }
        return chosen.isEmpty() ? Targets.ALL : chosen;
    }

    private static int repeat(Target target, Path file, PrintStream out) throws IOException {
        var input = Files.readAllBytes(file);
        Trial.of(target, input);
        var trial = Trial.exactly(target, input);
        var fault = trial.fault(target, input.length);
        out.print(
                new Finding(target.name(), fault.isEmpty() ? "fine: " + trial.outcome() : fault, input, trial).words());
        return fault.isEmpty() ? 0 : 1;
    }
}
