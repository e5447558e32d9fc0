package dev.outrigger.kaged.store;

import dev.outrigger.kaged.manifest.CapabilityDifference;
import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.kaged.manifest.VersionOrder;
import dev.outrigger.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What an installation would do. The operator says yes to this; `digest` makes sure that nothing else is installed.
/// `notes` are what its author or its operator may want to know, a line each.
public record InstallPlan(
        Path source,
        Path target,
        Manifest manifest,
        FolderSurvey survey,
        String digest,
        StoreStanding before,
        List<String> notes) {
    public InstallPlan {
        notes = List.copyOf(notes);
    }

    public InstallPlan noting(String note) {
        var all = new ArrayList<>(notes);
        all.add(note);
        return new InstallPlan(source, target, manifest, survey, digest, before, all);
    }

    /// What a wrapped plugin was made from: its folder is gone when it is installed. Empty for another.
    public String origin() {
        return WrapOrigin.of(source);
    }

    /// What is done by it, in one word.
    public String deed() {
        return switch (before) {
            case StoreStanding.Absent _ -> "installed";
            case StoreStanding.Installed old
            when VersionOrder.compare(manifest.version(), old.manifest().version()) < 0 -> "downgraded";
            case StoreStanding.Installed _, StoreStanding.Broken _ -> "upgraded";
        };
    }

    /// Against what is installed; against nothing, when that cannot be read.
    public CapabilityDifference difference() {
        return switch (before) {
            case StoreStanding.Installed old -> CapabilityDifference.between(old.manifest(), manifest);
            case StoreStanding.Absent _, StoreStanding.Broken _ ->
                CapabilityDifference.between(List.of(), manifest.capabilityTexts());
        };
    }

    public Json.Obj json() {
        return Json.object()
                .put("source", source.toString())
                .put("origin", origin())
                .put("target", target.toString())
                .put("manifest", manifest.json())
                .put("files", survey.files())
                .put("bytes", survey.bytes())
                .put("digest", digest)
                .put("before", before.json())
                .put("deed", deed())
                .put("notes", Json.texts(notes))
                .put("capabilities", difference().json())
                .put("stripped", Json.texts(survey.privileged()))
                .build();
    }

    public String text() {
        var text = new StringBuilder(manifest.text());
        text.append("  from: ")
                .append(source)
                .append(" (")
                .append(survey.files())
                .append(" files, ");
        text.append(survey.bytes()).append(" bytes)\n  to: ").append(target).append('\n');
        switch (before) {
            case StoreStanding.Absent _ -> {}
            case StoreStanding.Installed old ->
                text.append("  replaces: ")
                        .append(old.manifest().version())
                        .append("; its capabilities change like this:\n")
                        .append(difference().text().indent(4));
            case StoreStanding.Broken broken ->
                text.append("  replaces what cannot be used: ")
                        .append(broken.problem())
                        .append('\n');
        }
        survey.privileged()
                .forEach(name -> text.append("  without its set-user or set-group bit: ")
                        .append(name)
                        .append('\n'));
        return text.toString();
    }
}
