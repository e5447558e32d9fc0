package dev.outrigger.kaged.manifest;

import dev.outrigger.wire.Json;
import java.util.List;

/// What a new version of a plugin wants that the old one did not, and the other way round. By their texts: two ways to
/// write one right are shown as a change, which is the safe mistake.
public record CapabilityDifference(List<String> added, List<String> removed, List<String> kept) {
    public static CapabilityDifference between(Manifest before, Manifest after) {
        return between(before.capabilityTexts(), after.capabilityTexts());
    }

    public static CapabilityDifference between(List<String> before, List<String> after) {
        return new CapabilityDifference(
                after.stream().filter(each -> !before.contains(each)).toList(),
                before.stream().filter(each -> !after.contains(each)).toList(),
                after.stream().filter(before::contains).toList());
    }

    public boolean same() {
        return added.isEmpty() && removed.isEmpty();
    }

    public Json.Obj json() {
        return Json.object()
                .put("added", Json.texts(added))
                .put("removed", Json.texts(removed))
                .put("kept", Json.texts(kept))
                .build();
    }

    /// One capability a line, `+`, `-` or a blank in front.
    public String text() {
        var text = new StringBuilder();
        added.forEach(each -> text.append("+ ").append(each).append('\n'));
        removed.forEach(each -> text.append("- ").append(each).append('\n'));
        kept.forEach(each -> text.append("  ").append(each).append('\n'));
        return text.toString();
    }
}
