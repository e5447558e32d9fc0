package dev.outrigger.kaged.project;

import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.kaged.manifest.ManifestProblem;
import dev.outrigger.kaged.manifest.ManifestReader;
import dev.outrigger.kaged.manifest.ProjectFile.Wanted;
import dev.outrigger.kaged.manifest.ProjectFileReader;
import dev.outrigger.kaged.project.DeclaredPlugin.State;
import dev.outrigger.kaged.store.ConsentDigest;
import dev.outrigger.kaged.store.FolderValidation;
import dev.outrigger.kaged.store.InstalledPlugins;
import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.kaged.store.LocalConfig;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.kaged.store.StoreStanding;
import dev.outrigger.schema.Schema;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Holds what a project declares against the store and against the operator's word. Looks only; touches no network.
///
/// @param records what is kept of the projects
public record ProjectJudge(KagedHome home, InstalledPlugins store, ProjectRecords records) {
    /// `thorough`: the bytes of what is installed are looked at, too, which is done before every start anyway.
    public ProjectStanding judge(ProjectRecord record, boolean thorough) throws StoreProblem {
        var local = LocalConfig.read(home.localConfig());
        try {
            if (!record.root().toRealPath().equals(record.root())) {
                return ProjectStanding.broken(record, record.root() + " is a link now: load the folder itself");
            }
            var file = ProjectFileReader.read(record.root());
            if (!file.id().isEmpty() && !file.id().equals(record.id())) {
                return ProjectStanding.broken(
                        record, "its id is " + file.id() + " now, and was " + record.id() + ": load it again");
            }
            var plugins = new ArrayList<DeclaredPlugin>();
            for (var wanted : file.plugins()) {
                plugins.add(new One(record, wanted, local, thorough).standing());
            }
            return new ProjectStanding(record, file.name(), "", plugins);
        } catch (ManifestProblem e) {
            return ProjectStanding.broken(record, String.valueOf(e.getMessage()));
        } catch (NoSuchFileException _) {
            return ProjectStanding.broken(
                    record,
                    "there is no folder " + record.root() + " any more: `kaged project unload " + record.id() + "`");
        } catch (IOException e) {
            return ProjectStanding.broken(record, "cannot look at " + record.root() + ": " + e.getMessage());
        }
    }

    /// One plugin that is declared.
    private final class One {
        private final ProjectRecord record;
        private final Wanted wanted;
        private final LocalConfig local;
        private final boolean thorough;

        One(ProjectRecord record, Wanted wanted, LocalConfig local, boolean thorough) {
            this.record = record;
            this.wanted = wanted;
            this.local = local;
            this.thorough = thorough;
        }

        DeclaredPlugin standing() {
            try {
                return switch (store.standing(wanted.name())) {
                    case StoreStanding.Broken(var _, var _, var problem) -> is(State.BROKEN, problem, null, "");
                    case StoreStanding.Absent _ -> absent();
                    case StoreStanding.Installed installed ->
                        local.plugin(wanted.name()).ofProjects() ? ofProjects(installed) : local(installed);
                };
            } catch (StoreProblem e) {
                return is(State.BROKEN, String.valueOf(e.getMessage()), null, "");
            }
        }

        /// The operator's own is there for whoever declares it, and is replaced by nobody.
        private DeclaredPlugin local(StoreStanding.Installed installed) {
            var version = installed.manifest().version();
            if (!wanted.takes(version)) {
                return is(
                        State.OTHER,
                        "version " + version
                                + " is installed, which is yours and is not replaced by a project's: `kaged"
                                + " plugin upgrade DIR`, or `kaged plugin demote " + wanted.name() + "`",
                        null,
                        version);
            }
            var misfit = misfit(installed.manifest());
            return misfit.isPresent()
                    ? is(State.BROKEN, misfit.get(), null, version)
                    : is(State.ACTIVE, "", null, version);
        }

        private DeclaredPlugin absent() throws StoreProblem {
            var subject = brought();
            var decision = record.decision(wanted.name());
            if (decision.isPresent() && !decision.get().accepted()) {
                return is(State.DECLINED, "declined " + decision.get().at(), subject, "");
            }
            return is(State.MISSING, subject == null ? howToGet() : "it is not installed", subject, "");
        }

        private String howToGet() throws StoreProblem {
            return switch (PluginSource.of(wanted.source())) {
                case PluginSource.Nowhere _ ->
                    "it is not installed, and the project does not say where it is from: `kaged plugin install DIR`";
                case PluginSource.Within _ -> "it is not installed";
                case PluginSource.Git _, PluginSource.GitFolder _ -> "it is not installed, and not fetched yet";
            };
        }

        private DeclaredPlugin ofProjects(StoreStanding.Installed installed) throws StoreProblem {
            var version = installed.manifest().version();
            var subject = subject(installed);
            var decision = record.decision(wanted.name());
            if (decision.isPresent() && !decision.get().accepted()) {
                return is(State.DECLINED, "declined " + decision.get().at(), subject, version);
            }
            if (!wanted.takes(version)) {
                var why = "version " + version + " is installed" + (subject == null ? "; " + howToGet() : "");
                return is(State.OTHER, why, subject, version);
            }
            if (decision.isEmpty() || !decision.get().done()) {
                return is(State.INACTIVE, "it is installed, but not accepted for this project", subject, version);
            }
            var changed = changed(decision.get(), installed, subject);
            if (changed.isPresent()) {
                return is(State.CHANGED, changed.get(), subject, version);
            }
            var misfit = misfit(installed.manifest());
            return misfit.isPresent()
                    ? is(State.BROKEN, misfit.get(), null, version)
                    : is(State.ACTIVE, "", null, version);
        }

        private Optional<String> changed(
                Decision decision, StoreStanding.Installed installed, @Nullable ConsentSubject subject)
                throws StoreProblem {
            if (!store.agreed(wanted.name()).equals(Optional.of(decision.digest()))) {
                return Optional.of("what is installed now is not what was accepted for this project");
            }
            if (subject != null && !subject.sha256().equals(decision.sha256())) {
                return Optional.of(
                        subject.installs()
                                ? "the project brings other files than those that were accepted"
                                : "what is installed now is not what was accepted for this project");
            }
            if (thorough) {
                try {
                    var _ = store.holdToAgreed(installed);
                } catch (StoreProblem e) {
                    return Optional.of(String.valueOf(e.getMessage()));
                }
            }
            return Optional.empty();
        }

        /// What the project brings, where that is not what is installed; else what is installed, if it will do.
        private @Nullable ConsentSubject subject(StoreStanding.Installed installed) throws StoreProblem {
            var brought = brought();
            var manifest = installed.manifest();
            if (brought == null) {
                return wanted.takes(manifest.version()) ? asInstalled(installed) : null;
            }
            var same = ConsentDigest.of(
                    real(installed.folder()), brought.source(), brought.commit(), manifest.capabilityTexts());
            return same.equals(brought.sha256())
                    ? new ConsentSubject(installed.folder(), manifest, brought.source(), brought.commit(), same, false)
                    : brought;
        }

        private ConsentSubject asInstalled(StoreStanding.Installed installed) throws StoreProblem {
            var manifest = installed.manifest();
            var origin = local.plugin(installed.name()).origin();
            var hash = ConsentDigest.of(
                    real(installed.folder()), origin.source(), origin.commit(), manifest.capabilityTexts());
            return new ConsentSubject(installed.folder(), manifest, origin.source(), origin.commit(), hash, false);
        }

        private @Nullable ConsentSubject brought() throws StoreProblem {
            return switch (PluginSource.of(wanted.source())) {
                case PluginSource.Nowhere _ -> null;
                case PluginSource.Within within -> brought(within.folder(record.root()), "");
                case PluginSource.Git _, PluginSource.GitFolder _ -> {
                    var fetched =
                            FetchedPlugins.of(records.place(record.number())).find(wanted.name());
                    yield fetched.isPresent() && fetched.get().source().equals(wanted.source())
                            ? brought(real(fetched.get().files()), fetched.get().commit())
                            : null;
                }
            };
        }

        private ConsentSubject brought(Path folder, String commit) throws StoreProblem {
            var manifest = switch (FolderValidation.of(folder)) {
                case FolderValidation.Invalid invalid -> throw new StoreProblem(invalid.problem());
                case FolderValidation.Valid valid -> valid.manifest();
            };
            var file = folder.resolve(ManifestReader.FILE);
            if (!manifest.name().equals(wanted.name())) {
                throw new StoreProblem(file + " is of the plugin " + manifest.name() + ", and the project wants "
                        + wanted.name() + ": one of them must change");
            }
            if (!wanted.takes(manifest.version())) {
                throw new StoreProblem(file + " is of version " + manifest.version() + ", and the project wants "
                        + wanted.version() + ": one of them must change");
            }
            var misfit = misfit(manifest);
            if (misfit.isPresent()) {
                throw new StoreProblem(misfit.get());
            }
            var hash = ConsentDigest.of(folder, wanted.source(), commit, manifest.capabilityTexts());
            return new ConsentSubject(folder, manifest, wanted.source(), commit, hash, true);
        }

        /// Of what the project configures.
        private Optional<String> misfit(Manifest manifest) {
            if (wanted.config().fields().isEmpty()) {
                return Optional.empty();
            }
            var where = "line " + wanted.line() + " of the project's file: config";
            return switch (Schema.of(manifest.options().configSchema()).check(wanted.config())) {
                case Schema.Verdict.Fits _ -> Optional.empty();
                case Schema.Verdict.Misfit(var path, var what) ->
                    Optional.of(where + (path.isEmpty() ? "" : "." + String.join(".", path)) + ": " + what);
                case Schema.Verdict.Unusable(var why) ->
                    Optional.of(where + " cannot be checked, since the plugin's schema is no good: " + why);
            };
        }

        private DeclaredPlugin is(State state, String why, @Nullable ConsentSubject subject, String version) {
            return new DeclaredPlugin(wanted, state, why, subject, version);
        }
    }

    private static Path real(Path folder) throws StoreProblem {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            throw new StoreProblem("cannot look into " + folder, e);
        }
    }
}
