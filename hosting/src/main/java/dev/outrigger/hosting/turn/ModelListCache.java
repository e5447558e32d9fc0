package dev.outrigger.hosting.turn;

import dev.outrigger.hosting.context.RunLog;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.PrivateFiles;
import dev.outrigger.workspace.UserPlaces;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The models that each provider had when it was last asked, in `$XDG_STATE_HOME/jp/models.json`: a TAB asks nobody.
/// Whatever is odd about the file only means that less is offered.
public final class ModelListCache {
    private static final int MOST = 1_000;

    private final PrivateJsonFile file;
    private final UserPlaces places;
    private final RunLog log;

    public ModelListCache(UserPlaces places, RunLog log) {
        this.places = places;
        this.log = log;
        this.file = new PrivateJsonFile(places.state().resolve("models.json"));
    }

    /// By provider, their own names for them.
    public Map<String, List<String>> all() {
        try {
            return read();
        } catch (IOException | MalformedJson e) {
            return unknown(e);
        }
    }

    private Map<String, List<String>> read() throws IOException, MalformedJson {
        var all = new TreeMap<String, List<String>>();
        var kept = file.read();
        if (kept.isPresent()) {
            try {
                var fields = new FieldReader(kept.get());
                for (var provider : kept.get().fields().keySet()) {
                    all.put(provider, fields.texts(provider));
                }
            } catch (FieldReader.Mistake e) {
                throw new MalformedJson(e.what());
            }
        }
        return all;
    }

    private Map<String, List<String>> unknown(Exception e) {
        log.add(LogLevel.DEBUG, "jp", file.path() + " does not count: " + e.getMessage());
        return new TreeMap<>();
    }

    /// What was heard now, in place of what these providers had before.
    public void keep(Map<String, List<String>> heard) {
        try {
            PrivateFiles.folders(places.state());
            file.alone(() -> {
                var all = all();
                all.putAll(heard);
                var object = Json.object();
                all.forEach((provider, models) -> object.put(provider, Json.texts(first(models))));
                file.replaceUnsynced(object.build());
            });
        } catch (IOException | MalformedJson e) {
            log.add(LogLevel.WARN, "jp", "the models are not remembered for TAB: " + e.getMessage());
        }
    }

    private static List<String> first(List<String> models) {
        return new ArrayList<>(models.subList(0, Math.min(models.size(), MOST)));
    }
}
