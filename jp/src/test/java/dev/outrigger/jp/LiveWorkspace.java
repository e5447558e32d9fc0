package dev.outrigger.jp;

import dev.outrigger.wire.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// For tests of what plugins hear and say while things happen: a workspace, and the model that needs no key.
abstract class LiveWorkspace {
    @TempDir
    Path folder;

    Jail jail;

    @BeforeEach
    void aWorkspaceWithTheDemoModel() throws Exception {
        jail = Jail.in(folder).config("[assistant.model.id]\nprovider = \"demo\"\n");
    }

    /// A new one, that nobody has locked.
    String conversation() {
        var made = (Json.Obj) jail.jp("conversation", "new", "--format", "json").json();
        return made.text("id").orElseThrow();
    }
}
