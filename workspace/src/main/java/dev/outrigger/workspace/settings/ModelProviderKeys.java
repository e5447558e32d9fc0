package dev.outrigger.workspace.settings;

import java.util.ArrayList;
import java.util.List;

/// What the settings say of one provider of models: those that jp asks over the network.
///
/// @param baseUrl where its API is, unless the user says otherwise
/// @param keyVariable where its key is by custom; "" when it needs none
record ModelProviderKeys(String name, String place, String baseUrl, String keyVariable) {
    private static final List<ModelProviderKeys> ALL = List.of(
            new ModelProviderKeys(
                    "anthropic", "Where Anthropic's API is.", "https://api.anthropic.com", "ANTHROPIC_API_KEY"),
            new ModelProviderKeys(
                    "openai", "Where OpenAI's API, or one like it, is.", "https://api.openai.com/v1", "OPENAI_API_KEY"),
            new ModelProviderKeys("ollama", "Where Ollama listens.", "http://localhost:11434", ""));

    /// With the one that is no more than a script, of which there is nothing to say.
    static String[] names() {
        var names = new String[ALL.size() + 1];
        for (int i = 0; i < ALL.size(); i++) {
            names[i] = ALL.get(i).name;
        }
        names[ALL.size()] = "demo";
        return names;
    }

    static List<SettingKey> all() {
        var keys = new ArrayList<SettingKey>();
        for (var one : ALL) {
            keys.addAll(one.keys());
        }
        return keys;
    }

    private List<SettingKey> keys() {
        return List.of(
                key("base_url", place).or(baseUrl),
                keyVariable.isEmpty()
                        ? key("api_key_env", "The variable that holds a key, if it wants one.")
                        : key("api_key_env", "The variable that holds the key.").or(keyVariable),
                key("api_key_file", "Or the file that holds it."));
    }

    private SettingKey key(String last, String doc) {
        return SettingKey.text("providers." + name + "." + last, WorkspaceKeyRule.NO, doc);
    }
}
