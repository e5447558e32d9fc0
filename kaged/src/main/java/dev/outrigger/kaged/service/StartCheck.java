package dev.outrigger.kaged.service;

import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.kaged.manifest.ManifestReader;
import dev.outrigger.kaged.store.FolderValidation;
import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Whether a plugin could be started on this machine, before anybody is asked to install it: its sandbox is planned,
/// and nothing is run.
public record StartCheck(KagedHome home, String searchPath) {
    /// What was valid and cannot be started is not valid.
    public FolderValidation judge(FolderValidation found) {
        return switch (found) {
            case FolderValidation.Invalid invalid -> invalid;
            case FolderValidation.Valid valid ->
                problem(valid.survey().root(), valid.manifest())
                        .<FolderValidation>map(it -> it)
                        .orElse(valid);
        };
    }

    /// What the operator still has to write into local.toml, or to change there, before it can be started.
    public Optional<String> unconfigured(Manifest manifest) {
        return StartContract.unconfigured(manifest, home);
    }

    public Optional<FolderValidation.Invalid> problem(Path folder, Manifest manifest) {
        var file = folder.resolve(ManifestReader.FILE);
        var capabilities = new ArrayList<Capability>();
        for (var declared : manifest.capabilities()) {
            try {
                capabilities.add(Capability.parse(declared.text()));
            } catch (ConfinementRefused e) {
                return Optional.of(at(file, declared, String.valueOf(e.getMessage())));
            }
        }
        var whole = refusal(folder, manifest, capabilities);
        if (whole.isEmpty()) {
            return Optional.empty();
        }
        // The sandbox's planner knows no lines: which part it is shows when each is planned alone.
        var bare = refusal(folder, manifest, List.of());
        if (bare.isPresent()) {
            return Optional.of(new FolderValidation.Invalid(file + ": command: " + bare.get(), 0, "command"));
        }
        for (int i = 0; i < capabilities.size(); i++) {
            var alone = refusal(folder, manifest, List.of(capabilities.get(i)));
            if (alone.isPresent()) {
                return Optional.of(at(file, manifest.capabilities().get(i), alone.get()));
            }
        }
        return Optional.of(new FolderValidation.Invalid(file + ": " + whole.get(), 0, "capabilities"));
    }

    private static FolderValidation.Invalid at(Path file, Manifest.Declared declared, String why) {
        return new FolderValidation.Invalid(file + ":" + declared.line() + ": " + why, declared.line(), "capabilities");
    }

    private Optional<String> refusal(Path folder, Manifest manifest, List<Capability> capabilities) {
        try {
            var _ = TrialRun.explain(home, folder, manifest, capabilities, searchPath);
            return Optional.empty();
        } catch (ServiceRefusal e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
