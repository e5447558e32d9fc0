package dev.outrigger.hosting.registry;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.web.UrlFetch;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.system.Sha256;
import dev.outrigger.system.WholeFile;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.Prompt.Choice;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.PrivateFiles;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.settings.ConfigFile;
import dev.outrigger.workspace.settings.SettingsLayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Carries out a plan: all of it, or nothing. Everything is fetched and verified before the first program is put into
/// place.
public final class Installer {
    private static final List<Choice> ANSWERS =
            List.of(Choice.of('y', "yes"), Choice.of('a', "always"), Choice.byDefault('n', "no"));
    private static final long LARGEST_PROGRAM = 1L << 30;

    private final JpContext context;
    private final RegistryInstallPlan plan;
    private final String registry;

    /// For one plan.
    ///
    /// @param registry the URL the plan's entries come from
    public Installer(JpContext context, RegistryInstallPlan plan, String registry) {
        this.context = context;
        this.plan = plan;
        this.registry = registry;
    }

    /// Installs what the registry knows because it was called: `jp serve web` when there is no jp-serve-web yet. The
    /// program, ready to be looked at by whoever decides about running it.
    public static Path onCall(JpContext context, RegistryEntry entry) throws Problem, OutputFailed {
        var settings = context.settings();
        if (settings.at("plugins.auto_install").orElse(Json.Null.NULL) != Json.Bool.TRUE) {
            throw new Problem(
                    "`" + entry.name() + "` is not installed, and plugins.auto_install is false",
                    "jp plugin install " + entry.name());
        }
        var address = RegistryAddress.of(settings);
        var registry = PluginRegistry.cached(context.places(), settings).orElse(new PluginRegistry(List.of(entry)));
        var plan = new InstallPlanner(
                        registry,
                        InstalledPrograms.toChange(context.places()),
                        context.places(),
                        settings,
                        MachineTriples.here())
                .plan(List.of(entry), false);
        context.printer().note(plan.text());
        new Installer(context, plan, address.url()).carryOut(false);
        return InstalledPrograms.program(context.places(), entry.id());
    }

    /// What was installed.
    ///
    /// @param yes the answer to every question, given before
    public List<InstalledPrograms.One> carryOut(boolean yes) throws Problem, OutputFailed {
        var brings = plan.brings();
        for (var bring : brings) {
            if (bring.consent() instanceof InstallConsent.Denied(var why, var hint)) {
                throw new Problem(
                        (bring.requiredBy().isEmpty()
                                        ? bring.entry().name() + " may not be installed: "
                                        : bring.requiredBy() + " is not installed, since it requires "
                                                + bring.entry().name() + ", which may not be: ")
                                + why,
                        hint);
            }
        }
        var always = new LinkedHashMap<String, Json>();
        for (var bring : brings) {
            if (bring.consent() instanceof InstallConsent.Ask(var key) && !yes && ask(bring, key)) {
                always.put(key, Json.Bool.TRUE);
            }
        }
        if (brings.isEmpty()) {
            return List.of();
        }
        try (var staging = StagingFolder.open(context);
                var fetch = new UrlFetch(context)) {
            for (var bring : brings) {
                download(bring, fetch, staging);
            }
            var installed = putIntoPlace(brings, staging);
            remember(always);
            return installed;
        }
    }

    /// Whether that is the answer from now on.
    private boolean ask(RegistryInstallPlan.Bring bring, String key) throws Problem {
        var name = bring.entry().title();
        var answer = new Prompt()
                .ask(
                        "Install " + name + " from " + bring.binary().url()
                                + (bring.requiredBy().isEmpty() ? "" : ", which " + bring.requiredBy() + " requires")
                                + "? It is not official.",
                        ANSWERS);
        if (answer.isEmpty()) {
            throw new Problem(
                    bring.entry().name() + " is not official, and there is no terminal to ask on",
                    "If you trust it: jp plugin install " + bring.entry().name() + " --yes, or jp config set " + key
                            + " true");
        }
        return switch (answer.get().key()) {
            case 'y' -> false;
            case 'a' -> true;
            default -> throw new Problem("nothing was installed", "");
        };
    }

    /// Last: an answer to what then was not installed is not kept, and what is installed stays if this fails.
    private void remember(Map<String, Json> always) throws OutputFailed {
        try {
            new ConfigFile(context.places().userConfig(), SettingsLayer.USER).change(always, List.of());
        } catch (WorkspaceProblem e) {
            context.printer().note("warning: that you said `always` is not kept: " + e.getMessage());
        }
    }

    private static void download(RegistryInstallPlan.Bring bring, UrlFetch fetch, StagingFolder staging)
            throws Problem, OutputFailed {
        var entry = bring.entry();
        var file = staging.file("jp-" + entry.id());
        var digest = Sha256.digest();
        try (var channel = PrivateFiles.channel(file, StandardOpenOption.CREATE_NEW)) {
            fetch.get(bring.binary().url(), entry.name(), LARGEST_PROGRAM, "", bytes -> {
                digest.update(bytes.duplicate());
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            });
            var found = Sha256.hex(digest);
            if (!found.equals(bring.binary().sha256())) {
                throw new Problem(
                        entry.name() + " is not what was promised: the sha256 of "
                                + bring.binary().url() + " is " + found + ", and should be "
                                + bring.binary().sha256(),
                        "Nothing was installed. If it was published again, `jp plugin update` fetches the new list.");
            }
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
            channel.force(true);
        } catch (OutputFailed e) {
            throw e;
        } catch (IOException e) {
            throw new Problem("cannot keep " + entry.name() + " in " + file + ": " + FileErrorWords.of(e), "");
        }
    }

    private List<InstalledPrograms.One> putIntoPlace(List<RegistryInstallPlan.Bring> brings, StagingFolder staging)
            throws Problem, OutputFailed {
        var places = context.places();
        var done = new ArrayList<Path>();
        try (var _ = InstallLock.take(context)) {
            var installed = InstalledPrograms.toChange(places);
            PrivateFiles.folders(InstalledPrograms.folder(places));
            var ones = new ArrayList<InstalledPrograms.One>();
            for (var bring : brings) {
                var program = InstalledPrograms.program(places, bring.entry().id());
                keepOld(program, staging);
                Files.move(staging.file(program.getFileName().toString()), program, StandardCopyOption.ATOMIC_MOVE);
                done.add(program);
                var one = one(bring);
                ones.add(one);
                installed = installed.with(one);
            }
            WholeFile.syncFolder(InstalledPrograms.folder(places));
            installed.write(places);
            done.clear();
            return ones;
        } catch (OutputFailed e) {
            throw e;
        } catch (IOException e) {
            throw new Problem(
                    "cannot install into " + InstalledPrograms.folder(places) + ": " + FileErrorWords.of(e), "");
        } finally {
            putBack(done, staging);
        }
    }

    /// Under a second name, so that a failure half-way can be undone.
    private static void keepOld(Path program, StagingFolder staging) throws IOException {
        if (Files.isRegularFile(program, LinkOption.NOFOLLOW_LINKS)) {
            Files.createLink(old(program, staging), program);
        }
    }

    private static void putBack(List<Path> done, StagingFolder staging) throws Problem {
        for (var program : done) {
            try {
                if (Files.exists(old(program, staging))) {
                    Files.move(old(program, staging), program, StandardCopyOption.ATOMIC_MOVE);
                } else {
                    Files.delete(program);
                }
            } catch (IOException e) {
                throw new Problem(
                        "cannot undo a half installation: " + program + ": " + FileErrorWords.of(e), "Remove it.");
            }
        }
    }

    private static Path old(Path program, StagingFolder staging) {
        return staging.file("old-" + program.getFileName());
    }

    private InstalledPrograms.One one(RegistryInstallPlan.Bring bring) {
        var entry = bring.entry();
        return new InstalledPrograms.One(
                entry.id(),
                entry.command(),
                entry.version(),
                entry.description(),
                bring.binary().sha256(),
                entry.official(),
                registry,
                bring.binary().url(),
                bring.triple(),
                entry.requires(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
