package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.Tool;
import java.util.List;
import java.util.Map;

/// Whether the settings' word that tools may run unattended still counts for what they are now.
interface UnattendedRule {
    /// By their full names, those for which it does not, and why, in one line each.
    Map<String, String> objections(List<Tool> tools);
}
