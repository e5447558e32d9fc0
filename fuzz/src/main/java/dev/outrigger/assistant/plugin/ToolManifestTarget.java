package dev.outrigger.assistant.plugin;

import dev.outrigger.fuzz.base.ScratchFolder;
import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import java.io.IOException;
import java.util.List;

/// A tool plugin's manifest, with the schemas in it.
public final class ToolManifestTarget implements Target {
    @Override
    public String name() {
        return "tool-manifest";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) throws IOException {
        return tree.files("examples", ToolPluginManifest.FILE);
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"plugin_id\":",
                "\"process\":{",
                "\"command\":\"./run\"",
                "\"args\":[",
                "\"dir\":\"..\"",
                "\"env\":{",
                "\"tools\":[{",
                "\"input_schema\":{",
                "\"output_schema\":",
                "\"approval_tier\":\"safe\"",
                "\"capabilities\":[",
                "\"net:[]\"",
                "\"read:fs:/\"",
                "\"$ref\":\"#\"",
                "\"pattern\":\"(a+)+$\"",
                "\"properties\":{",
                "\"../é\"",
                "\"type\":\"object\"");
    }

    @Override
    public int slowestMillis() {
        return 2_000;
    }

    @Override
    public String read(byte[] input) throws IOException {
        ScratchFolder.file(ToolPluginManifest.FILE, input);
        try {
            return "taken "
                    + ToolManifestReader.read(ScratchFolder.folder()).tools().size();
        } catch (ToolManifestProblem e) {
            return String.valueOf(e.getMessage()).replaceFirst("^[^:]*:", "");
        }
    }
}
