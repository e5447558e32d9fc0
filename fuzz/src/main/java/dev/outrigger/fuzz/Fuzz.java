package dev.outrigger.fuzz;

import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
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
            code = run(FuzzOptions.of(args), out);
        } catch (FuzzOptions.Mistake e) {
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

    private static int run(FuzzOptions options, PrintStream out)
            throws IOException, InterruptedException, FuzzOptions.Mistake {
        if (options.help()) {
            out.print(FuzzOptions.HELP);
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
            findings += new TargetRun(target, tree(), options, tree().home().resolve("target/fuzz"), out).go();
        }
        return findings == 0 ? 0 : 1;
    }

    private static List<Target> chosen(List<String> names) throws FuzzOptions.Mistake {
        var chosen = new ArrayList<Target>();
        for (var name : names) {
            chosen.add(Targets.ALL.stream()
                    .filter(target -> target.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new FuzzOptions.Mistake("no target " + name + ": bin/fuzz --list names them")));
        }
        return chosen.isEmpty() ? Targets.ALL : chosen;
    }

    private static int repeat(Target target, Path file, PrintStream out) throws IOException {
        var input = Files.readAllBytes(file);
        TargetOutcome.of(target, input);
        var trial = TargetOutcome.exactly(target, input);
        var fault = trial.fault(target, input.length);
        out.print(
                new Finding(target.name(), fault.isEmpty() ? "fine: " + trial.outcome() : fault, input, trial).words());
        return fault.isEmpty() ? 0 : 1;
    }
}
