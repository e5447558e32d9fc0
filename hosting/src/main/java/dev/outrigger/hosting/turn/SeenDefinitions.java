package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.Tool;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.ShellWord;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.workspace.PrivateFiles;
import dev.outrigger.workspace.UserPlaces;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/// What the tools of servers and plugins were when the user's settings first let them run unattended.
///
/// The settings name a tool; what it is, its server or plugin says, and may say otherwise tomorrow. So the definition
/// that is there when such a setting is first used is taken down, and another one is asked about until the user has
/// accepted it. It is the user's for all workspaces: a clone must not be the first to show a server's tools.
/// What cannot be read or written permits nothing.
public final class SeenDefinitions implements UnattendedRule {
    private static final String FILE = "unattended.json";
    /// So many definitions of one tool are accepted at once, as when a server differs from workspace to workspace.
    private static final int MOST = 16;

    /// One tool, and what of it counts.
    ///
    /// @param tool its full name
    /// @param digests of what was accepted; none when that was taken back
    /// @param at when the last was
    public record Seen(String tool, List<String> digests, Instant at) {
        public Seen {
            digests = List.copyOf(digests);
        }

        public boolean isCalled(String name) {
            return tool.equals(name) || ToolNaming.FullName.isCalled(tool, name);
        }
    }

    private final PrivateJsonFile file;

    SeenDefinitions(PrivateJsonFile file) {
        this.file = file;
    }

    public static SeenDefinitions of(UserPlaces places) {
        return new SeenDefinitions(new PrivateJsonFile(places.data().resolve(FILE)));
    }

    @Override
    public Map<String, String> objections(List<Tool> tools) {
        var objections = new LinkedHashMap<String, String>();
        if (tools.isEmpty()) {
            return objections;
        }
        try {
            var all = known(tools);
            for (var tool : tools) {
                var seen = all.get(tool.fullName());
                if (seen == null || !seen.digests().contains(digest(tool))) {
                    objections.put(tool.fullName(), changed(tool));
                }
            }
        } catch (Problem e) {
            tools.forEach(tool -> objections.put(
                    tool.fullName(), name(tool) + " is asked about, though your settings say unattended: " + e.what()));
        }
        return objections;
    }

    /// All that was seen, those that are seen for the first time with it.
    private Map<String, Seen> known(List<Tool> tools) throws Problem {
        var all = read();
        if (tools.stream().allMatch(tool -> all.containsKey(tool.fullName()))) {
            return all;
        }
        change(now -> {
            for (var tool : tools) {
                now.putIfAbsent(tool.fullName(), new Seen(tool.fullName(), List.of(digest(tool)), Instant.now()));
            }
        });
        return read();
    }

    /// A server's tools are known from when it last ran, and one that is asked about does not start it.
    private static String changed(Tool tool) {
        var word = ShellWord.of(tool.fullName());
        return name(tool) + " is not, or no longer, what you let run unattended, and is asked about. Look at it with"
                + " `jp tool show " + word + "`; `jp tool approvals --accept " + word + "` lets it run as it is now"
                + (tool.source().startsWith("mcp.")
                        ? "; if its server has changed it back, `jp tool list --refresh` asks the server again"
                        : "");
    }

    private static String name(Tool tool) {
        return VisibleText.name(tool.fullName());
    }

    private static String digest(Tool tool) {
        return RememberedApprovals.digest(tool.definedAs());
    }

    /// As it is now, besides what was accepted before.
    public void accept(Tool tool) throws Problem {
        change(all -> {
            var before = all.get(tool.fullName());
            var digests = new ArrayList<>(before == null ? List.<String>of() : before.digests());
            digests.remove(digest(tool));
            digests.add(digest(tool));
            while (digests.size() > MOST) {
                digests.removeFirst();
            }
            all.put(tool.fullName(), new Seen(tool.fullName(), digests, Instant.now()));
        });
    }

    /// Asked about from now on, until one is accepted anew. How many there were.
    public int revoke(Predicate<Seen> which) throws Problem {
        var gone = new ArrayList<Seen>();
        change(all -> all.replaceAll((name, seen) -> {
            if (seen.digests().isEmpty() || !which.test(seen)) {
                return seen;
            }
            gone.add(seen);
            return new Seen(name, List.of(), seen.at());
        }));
        return gone.size();
    }

    public List<Seen> all() throws Problem {
        return List.copyOf(read().values());
    }

    private interface Edit {
        void edit(Map<String, Seen> all);
    }

    private void change(Edit edit) throws Problem {
        try {
            PrivateFiles.folders(file.path().resolveSibling(""));
            file.alone(() -> {
                var all = kept();
                edit.edit(all);
                file.replace(json(all));
            });
        } catch (IOException e) {
            throw new Problem("cannot write " + file.path() + ": " + FileErrorWords.of(e), "");
        } catch (MalformedJson e) {
            throw unclear(e);
        }
    }

    private Map<String, Seen> read() throws Problem {
        try {
            return kept();
        } catch (IOException e) {
            throw new Problem("cannot read " + file.path() + ": " + FileErrorWords.of(e), "");
        } catch (MalformedJson e) {
            throw unclear(e);
        }
    }

    private Problem unclear(MalformedJson e) {
        return new Problem(file.path() + " cannot be understood (" + e.what() + "); remove it to begin anew", "");
    }

    private Map<String, Seen> kept() throws IOException, MalformedJson {
        var all = new TreeMap<String, Seen>();
        var object = file.read();
        if (object.isEmpty()) {
            return all;
        }
        try {
            for (var each : new FieldReader(object.get()).objects("tools")) {
                var fields = new FieldReader(each);
                var name = fields.text("tool");
                all.put(name, new Seen(name, fields.texts("digests"), Instant.parse(fields.text("at"))));
            }
            return all;
        } catch (FieldReader.Mistake | DateTimeException e) {
            throw new MalformedJson(String.valueOf(e.getMessage()));
        }
    }

    private static Json.Obj json(Map<String, Seen> all) {
        var list = new ArrayList<Json>();
        for (var seen : all.values()) {
            list.add(Json.object()
                    .put("tool", seen.tool())
                    .put("digests", Json.texts(seen.digests()))
                    .put("at", seen.at().toString())
                    .build());
        }
        return Json.object().put("tools", new Json.Arr(list)).build();
    }
}
