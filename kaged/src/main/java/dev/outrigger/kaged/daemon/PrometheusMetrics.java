package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.service.PluginCondition;
import java.util.List;
import java.util.Locale;

/// The daemon's figures in Prometheus' text format. Names of plugins and outcomes come from manifests and from us, and
/// have no character in them that the format would trip over.
final class PrometheusMetrics {
    private final StringBuilder text = new StringBuilder();

    private PrometheusMetrics() {}

    static String text(String version, double uptimeSeconds, int clients, List<PluginCondition> plugins) {
        var metrics = new PrometheusMetrics();
        metrics.daemon(version, uptimeSeconds, clients);
        metrics.plugins(plugins);
        return metrics.text.toString();
    }

    private void daemon(String version, double uptimeSeconds, int clients) {
        about("kaged_info", "gauge", "Which kaged this is.");
        text.append("kaged_info{version=\"").append(version).append("\"} 1\n");
        one("kaged_uptime_seconds", "gauge", "Since the daemon was ready.", uptimeSeconds);
        one("kaged_clients", "gauge", "Connections to the control socket.", clients);
        var runtime = Runtime.getRuntime();
        one("kaged_heap_used_bytes", "gauge", "Of the daemon itself.", runtime.totalMemory() - runtime.freeMemory());
        one("kaged_heap_committed_bytes", "gauge", "Of the daemon itself.", runtime.totalMemory());
        one("kaged_resident_bytes", "gauge", "Of the daemon itself.", ResidentMemory.bytes());
        one("kaged_threads", "gauge", "Of the daemon itself.", Thread.activeCount());
    }

    private void plugins(List<PluginCondition> plugins) {
        about("kaged_plugin_state", "gauge", "1 for the state that a plugin is in.");
        for (var plugin : plugins) {
            for (var state : PluginCondition.State.values()) {
                text.append("kaged_plugin_state{")
                        .append(labels(plugin))
                        .append(",state=\"")
                        .append(state.word())
                        .append("\"} ")
                        .append(state == plugin.state() ? 1 : 0)
                        .append('\n');
            }
        }
        about("kaged_calls_total", "counter", "Calls that have ended, by how they did.");
        for (var plugin : plugins) {
            plugin.calls()
                    .forEach((outcome, count) -> text.append("kaged_calls_total{")
                            .append(labels(plugin))
                            .append(",outcome=\"")
                            .append(label(outcome))
                            .append("\"} ")
                            .append(count)
                            .append('\n'));
        }
        about("kaged_call_seconds", "summary", "How long calls took.");
        for (var plugin : plugins) {
            long count =
                    plugin.calls().values().stream().mapToLong(Long::longValue).sum();
            each("kaged_call_seconds_sum", plugin, plugin.callMicros() / 1e6);
            each("kaged_call_seconds_count", plugin, count);
        }
        about("kaged_open_calls", "gauge", "Calls that have no answer yet.");
        plugins.forEach(plugin -> each("kaged_open_calls", plugin, plugin.openCalls()));
        about("kaged_plugin_starts_total", "counter", "Processes that were started.");
        plugins.forEach(plugin -> each("kaged_plugin_starts_total", plugin, plugin.starts()));
        about("kaged_plugin_restarts_total", "counter", "Processes that were started after the first one.");
        plugins.forEach(plugin -> each("kaged_plugin_restarts_total", plugin, Math.max(plugin.starts() - 1, 0)));
        about("kaged_plugin_failures", "gauge", "Failures in a row.");
        plugins.forEach(plugin -> each("kaged_plugin_failures", plugin, plugin.failures()));
        about("kaged_plugin_strays_total", "counter", "Lines that were no message.");
        plugins.forEach(plugin -> each("kaged_plugin_strays_total", plugin, plugin.strays()));
    }

    private void about(String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private void one(String name, String type, String help, Number value) {
        about(name, type, help);
        text.append(name).append(' ').append(number(value)).append('\n');
    }

    private void each(String name, PluginCondition plugin, Number value) {
        text.append(name)
                .append('{')
                .append(labels(plugin))
                .append("} ")
                .append(number(value))
                .append('\n');
    }

    /// A run for one project alone says which.
    private static String labels(PluginCondition plugin) {
        var project = plugin.project();
        return "plugin=\"" + label(plugin.name()) + "\""
                + (project.isEmpty() ? "" : ",project=\"" + label(project) + "\"");
    }

    /// A folder that somebody put among the plugins may be called anything.
    private static String label(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private static String number(Number value) {
        return value instanceof Double fraction ? String.format(Locale.ROOT, "%.6f", fraction) : value.toString();
    }
}
