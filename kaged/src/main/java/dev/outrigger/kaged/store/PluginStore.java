package dev.outrigger.kaged.store;

import dev.outrigger.kaged.store.LocalConfig.Plugin;
import dev.outrigger.system.ReaderRisk;
import dev.outrigger.system.TreeDeletion;
import dev.outrigger.system.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The plugins of this machine: `${KAGED_HOME}/plugins/<name>/`. What is in there counts after the same validation,
/// however it came there; names that begin with a dot are ours, for what is under way.
public final class PluginStore implements InstalledPlugins, PluginPackages {
    private static final String NEW = ".new-";
    private static final String GONE = NEW + "gone-";
    private static final String OLD = ".old-";
    private static final String NAME = "[a-z][a-z0-9-]{0,63}";

    private final KagedHome home;
    private final AgreedContent agreed;
    private final PluginSwitches switches;
    private final FolderDigests digests;
    private final ToolFiles tools;

    public PluginStore(KagedHome home) {
        this.home = home;
        this.agreed = new AgreedFiles(home.agreed());
        this.switches = new SwitchFiles(home.disabled());
        this.tools = new ToolFiles(home.tools());
        this.digests = new FolderDigests(Clock.systemUTC(), FolderCopy::digestOfAll);
    }

    @Override
    public List<StoreStanding> list() throws StoreProblem {
        var list = new ArrayList<StoreStanding>();
        for (var name : names(home.plugins())) {
            if (!name.startsWith(".")) {
                list.add(standing(name));
            }
        }
        return list;
    }

    @Override
    public List<String> names() throws StoreProblem {
        var names = new ArrayList<String>();
        for (var name : names(home.plugins())) {
            if (name.matches(NAME)) {
                names.add(name);
            }
        }
        return names;
    }

    @Override
    public StoreStanding standing(String name) {
        var folder = home.plugins().resolve(name);
        if (!name.matches(NAME)) {
            return new StoreStanding.Broken(
                    name, folder, folder + ": no plugin has such a name: rename the folder as its manifest says");
        }
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return new StoreStanding.Absent(name);
        }
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return new StoreStanding.Broken(
                    name, folder, folder + " is no folder: put the plugin itself there, no link");
        }
        return switch (FolderValidation.of(folder)) {
            case FolderValidation.Invalid invalid -> new StoreStanding.Broken(name, folder, invalid.problem());
            case FolderValidation.Valid valid
            when !valid.manifest().name().equals(name) ->
                new StoreStanding.Broken(
                        name,
                        folder,
                        folder + " holds the plugin " + valid.manifest().name() + ": rename one");
            case FolderValidation.Valid valid
            when !valid.survey().privileged().isEmpty() ->
                new StoreStanding.Broken(
                        name,
                        folder,
                        folder.resolve(valid.survey().privileged().getFirst())
                                + " has a set-user or set-group bit: chmod ug-s");
            case FolderValidation.Valid valid -> new StoreStanding.Installed(name, folder, valid.manifest());
        };
    }

    @Override
    public Optional<String> holdToAgreed(StoreStanding.Installed installed) throws StoreProblem {
        var name = installed.name();
        var folder = real(installed.folder());
        var now = digests.of(folder);
        var noted = agreed.digests(name);
        if (noted.contains(now)) {
            return Optional.empty();
        }
        if (!noted.isEmpty()) {
            var look = FolderDigests.Look.at(folder);
            throw notAgreed(
                    installed,
                    "its files are not those that were agreed to (the last change: " + look.latest() + ", "
                            + look.newest() + ")");
        }
        if (!LocalConfig.read(home.localConfig()).plugin(name).installed().isEmpty()) {
            throw notAgreed(installed, "there is no note in " + home.agreed() + " of what was agreed to");
        }
        return Optional.of(now);
    }

    @Override
    public Optional<String> agreed(String name) throws StoreProblem {
        var noted = agreed.digests(name);
        return noted.size() == 1 ? noted.stream().findFirst() : Optional.empty();
    }

    @Override
    public void agree(String name, String digest) throws StoreProblem {
        agreed.write(name, List.of(digest));
    }

    @Override
    public KnownTools tools(String name) throws StoreProblem {
        return tools.read(name);
    }

    @Override
    public <X extends Exception> KnownTools changeTools(String name, ToolChange<X> change) throws StoreProblem, X {
        return tools.change(name, change);
    }

    private static Path real(Path folder) throws StoreProblem {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            throw new StoreProblem("cannot look into " + folder, e);
        }
    }

    private static StoreProblem notAgreed(StoreStanding.Installed installed, String why) {
        return new StoreProblem(installed.folder() + ": " + why
                + ": kaged plugin upgrade DIR, with a folder that you agree to, brings it back");
    }

    @Override
    public InstallPlan plan(Path source) throws StoreProblem {
        switch (FolderValidation.of(source)) {
            case FolderValidation.Invalid invalid -> throw new StoreProblem(invalid.problem());
            case FolderValidation.Valid valid -> {
                var root = valid.survey().root();
                var manifest = valid.manifest();
                if (home.plugins().startsWith(root) || root.startsWith(home.plugins())) {
                    throw new StoreProblem(root + " and the store are one inside the other: install from elsewhere");
                }
                var target = home.plugin(manifest.name());
                return new InstallPlan(
                        root,
                        target,
                        manifest,
                        valid.survey(),
                        FolderCopy.digest(root),
                        standing(manifest.name()),
                        valid.notes());
            }
        }
    }

    /// All of it or nothing, also after a crash, once [#recover] ran.
    @Override
    public StoreStanding.Installed install(InstallPlan plan, boolean local, LocalConfig.Origin origin)
            throws StoreProblem {
        var name = plan.manifest().name();
        try (var _ = StoreLock.take(home.plugins())) {
            clean();
            if (!standing(name).equals(plan.before())) {
                throw new StoreProblem(name + " was changed meanwhile: look at the plan again");
            }
            var draft = Files.createTempDirectory(home.plugins(), NEW);
            try {
                var config = LocalConfig.read(home.localConfig());
                var entry = new Plugin(
                        plan.manifest().version(), local, config.plugin(name).config(), origin);
                var changed = config.with(name, entry);
                fill(draft, plan, origin);
                replace(draft, plan, changed);
            } finally {
                TreeDeletion.delete(draft);
            }
            TreeDeletion.delete(home.plugin(OLD + name));
            // What was switched off was another one.
            switches.on(name);
            return new StoreStanding.Installed(name, plan.target(), plan.manifest());
        } catch (IOException e) {
            throw new StoreProblem("cannot install " + name + " into " + home.plugins(), e);
        }
    }

    @Override
    public void share(String name, boolean local) throws StoreProblem {
        try (var _ = StoreLock.take(home.plugins())) {
            switch (standing(name)) {
                case StoreStanding.Absent _ ->
                    throw new StoreProblem("there is no plugin " + name + ": kaged plugin list");
                case StoreStanding.Broken broken -> throw new StoreProblem(broken.problem());
                case StoreStanding.Installed installed -> {
                    var config = LocalConfig.read(home.localConfig());
                    var noted = config.plugin(name);
                    if (noted.installed().isEmpty() && agreed.digests(name).isEmpty()) {
                        // From now on it counts as installed, and that needs the note.
                        agreed.write(name, List.of(digests.of(real(installed.folder()))));
                    }
                    var version = installed.manifest().version();
                    config.with(name, new Plugin(version, local, noted.config(), noted.origin()))
                            .write();
                }
            }
        } catch (IOException e) {
            throw new StoreProblem("cannot change " + home.localConfig(), e);
        }
    }

    private static void fill(Path draft, InstallPlan plan, LocalConfig.Origin origin) throws IOException, StoreProblem {
        Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rwxr-xr-x"));
        var digest = FolderCopy.make(plan.source(), draft);
        if (!digest.equals(plan.digest())) {
            throw new StoreProblem(plan.source() + " was changed meanwhile: look at the plan again");
        }
        // The copy is judged, too: nobody else can change it any more.
        switch (FolderValidation.of(draft)) {
            case FolderValidation.Invalid invalid -> throw new StoreProblem(invalid.problem());
            case FolderValidation.Valid valid
            when !valid.manifest().about().equals(plan.manifest().about()) ->
                throw new StoreProblem(plan.source() + " was changed meanwhile: look at the plan again");
            case FolderValidation.Valid _ -> {}
        }
        if (!origin.sha256().isEmpty()
                && !ConsentDigest.of(
                                draft,
                                origin.source(),
                                origin.commit(),
                                plan.manifest().capabilityTexts())
                        .equals(origin.sha256())) {
            throw new StoreProblem(plan.source() + " is not what was consented to: look at it again");
        }
    }

    private void replace(Path draft, InstallPlan plan, LocalConfig changed) throws IOException, StoreProblem {
        var name = plan.manifest().name();
        var before = agreed.digests(name);
        var meanwhile = new ArrayList<>(before);
        meanwhile.add(plan.digest());
        agreed.write(name, meanwhile);
        boolean done = false;
        try {
            swap(draft, name, changed);
            done = true;
        } finally {
            agreed.write(name, done ? List.of(plan.digest()) : before);
        }
        digests.forget(plan.target());
    }

    /// The old folder steps aside until the new one and the configuration are in place, and comes back otherwise.
    private void swap(Path draft, String name, LocalConfig changed) throws IOException, StoreProblem {
        var target = home.plugin(name);
        var aside = home.plugin(OLD + name);
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            Files.move(target, aside, StandardCopyOption.ATOMIC_MOVE);
        }
        boolean done = false;
        try {
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
            changed.write();
            WholeFile.syncFolder(home.plugins());
            done = true;
        } finally {
            if (!done) {
                if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                    Files.move(target, draft, StandardCopyOption.ATOMIC_MOVE);
                }
                if (Files.exists(aside, LinkOption.NOFOLLOW_LINKS)) {
                    Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE);
                }
            }
        }
    }

    @Override
    public RemovalPlan planRemoval(String name, boolean purge) throws StoreProblem {
        if (!name.matches(NAME)) {
            throw new StoreProblem("no plugin has the name " + ReaderRisk.masked(name));
        }
        var folders = new ArrayList<Path>();
        for (var folder : purge ? List.of(home.plugin(name), home.data(name)) : List.of(home.plugin(name))) {
            if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                folders.add(folder);
            }
        }
        boolean half = purge && Files.exists(gone(home.data(name)), LinkOption.NOFOLLOW_LINKS);
        if (folders.isEmpty() && !half && agreed.digests(name).isEmpty()) {
            var noted = LocalConfig.read(home.localConfig()).plugins().get(name);
            if (noted == null) {
                throw new StoreProblem("there is no plugin " + name + " in " + home.plugins());
            }
            if (!purge && noted.installed().isEmpty()) {
                throw new StoreProblem("there is no plugin " + name
                        + " any more, only what it left: kaged plugin remove" + " --purge " + name);
            }
        }
        return new RemovalPlan(name, List.copyOf(folders), purge);
    }

    @Override
    public void remove(RemovalPlan plan) throws StoreProblem {
        var name = plan.name();
        try (var _ = StoreLock.take(home.plugins())) {
            clean();
            var config = LocalConfig.read(home.localConfig());
            var changed = plan.purge()
                    ? config.without(name)
                    : config.with(
                            name, new Plugin("", false, config.plugin(name).config()));
            for (var folder : plan.folders()) {
                // Out of sight at once: half a plugin is never found.
                TreeDeletion.delete(gone(folder));
                Files.move(folder, gone(folder), StandardCopyOption.ATOMIC_MOVE);
                WholeFolders.syncParent(folder);
            }
            // An earlier try may have left something, too.
            TreeDeletion.delete(gone(home.plugin(name)));
            if (plan.purge()) {
                TreeDeletion.delete(gone(home.data(name)));
            }
            switches.on(name);
            agreed.write(name, List.of());
            tools.forget(name);
            digests.forget(home.plugin(name));
            changed.write();
        } catch (IOException e) {
            throw new StoreProblem("cannot remove " + name + " from " + home.plugins(), e);
        }
    }

    private static Path gone(Path folder) {
        return folder.resolveSibling(GONE + folder.getFileName());
    }

    /// After a crash: what was under way is undone, or finished. Before the first plugin is started. Says what could
    /// not be: that is in nobody's way.
    public List<String> recover() throws StoreProblem {
        try (var _ = StoreLock.take(home.plugins())) {
            return clean();
        } catch (IOException e) {
            throw new StoreProblem("cannot tidy up " + home.plugins(), e);
        }
    }

    private List<String> clean() throws IOException, StoreProblem {
        var left = new ArrayList<String>();
        for (var name : names(home.plugins())) {
            var folder = home.plugins().resolve(name);
            if (name.startsWith(OLD)) {
                var target = home.plugin(name.substring(OLD.length()));
                if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                    Files.move(folder, target, StandardCopyOption.ATOMIC_MOVE);
                }
            }
            if (name.startsWith(OLD) || name.startsWith(NEW)) {
                finish(folder, left);
            }
        }
        for (var name : names(home.data())) {
            if (name.startsWith(GONE)) {
                finish(home.data().resolve(name), left);
            }
        }
        return left;
    }

    private static void finish(Path folder, List<String> left) {
        try {
            TreeDeletion.delete(folder);
        } catch (IOException e) {
            left.add(new StoreProblem("cannot delete " + folder, e).getMessage() + ": delete it by hand");
        }
    }

    private static List<String> names(Path place) throws StoreProblem {
        var names = new ArrayList<String>();
        if (!Files.isDirectory(place)) {
            return names;
        }
        try (var folders = Files.newDirectoryStream(place)) {
            folders.forEach(each -> names.add(each.getFileName().toString()));
        } catch (IOException e) {
            throw new StoreProblem("cannot look into " + place, e);
        }
        names.sort(null);
        return names;
    }
}
