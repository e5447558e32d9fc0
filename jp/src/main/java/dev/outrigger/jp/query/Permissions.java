package dev.outrigger.jp.query;

import dev.outrigger.assistant.Tool;
import java.util.Optional;

/// Whether the settings' word that a tool may run unattended still counts for what the tool is now.
interface Permissions {
    /// Why it does not, in one line.
    Optional<String> objection(Tool tool);
}
