package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.audit.AnchorComparison;
import dev.outrigger.kaged.audit.AuditRow;
import dev.outrigger.kaged.audit.ChainVerdict;
import dev.outrigger.kaged.service.PluginCondition;
import dev.outrigger.wire.Json;
import java.util.List;
import java.util.Locale;

/// What the daemon knows, as clients get it.
final class DaemonFacts {
    private DaemonFacts() {}

    static Json.Obj of(PluginCondition it) {
        var json = Json.object()
                .put("name", it.name())
                .put("version", it.version())
                .put("state", it.state().word());
        if (!it.project().isEmpty()) {
            json.put("project", it.project());
        }
        if (!it.detail().isEmpty()) {
            json.put("detail", it.detail());
        }
        json.put("since", it.since().toString());
        it.pid().ifPresent(pid -> json.put("pid", pid));
        json.put("failures", it.failures());
        it.lastFailure()
                .ifPresent(failure -> json.put(
                        "last_failure",
                        Json.object()
                                .put("at", failure.at().toString())
                                .put("words", failure.words())
                                .build()));
        it.nextTry().ifPresent(next -> json.put("next_try", next.toString()));
        var calls = Json.object();
        it.calls().forEach(calls::put);
        return json.put("open_calls", it.openCalls())
                .put("calls", calls.build())
                .put("call_us", it.callMicros())
                .put("starts", it.starts())
                .put("strays", it.strays())
                .build();
    }

    static Json.Arr of(List<PluginCondition> conditions) {
        return new Json.Arr(conditions.stream().<Json>map(DaemonFacts::of).toList());
    }

    /// Each is taken apart when it is written: all of them together would hold many times what they are as text.
    static Json.Composed rows(List<AuditRow> rows) {
        return out -> {
            out.plain("[");
            boolean first = true;
            for (var row : rows) {
                out.plain(first ? "" : ",");
                out.value(row.json());
                first = false;
            }
            out.plain("]");
        };
    }

    static Json.Obj of(AnchorComparison comparison) {
        var anchors = comparison.anchors().stream()
                .<Json>map(each -> each.anchor()
                        .json()
                        .with("finding", word(each.finding()))
                        .with("why", Json.of(each.why())))
                .toList();
        return of(comparison.verdict())
                .with("against", word(comparison.finding()))
                .with("anchors", new Json.Arr(anchors))
                .with("text", Json.of(comparison.text()));
    }

    private static Json word(AnchorComparison.Finding finding) {
        return Json.of(finding.name().toLowerCase(Locale.ROOT));
    }

    static Json.Obj of(ChainVerdict verdict) {
        var json = Json.object().put("whole", verdict.lossless());
        switch (verdict) {
            case ChainVerdict.Whole(var first, var last, var hash, var notes) ->
                json.put("first", first).put("last", last).put("head", hash).put("notes", Json.texts(notes));
            case ChainVerdict.TailLost(var after, var missing) ->
                json.put("lost_after", after).put("missing", missing);
            case ChainVerdict.Missing(var why) -> json.put("why", why);
            case ChainVerdict.Broken(var seq, var why) ->
                json.put("broken_at", seq).put("why", why);
        }
        return json.put("text", verdict.text()).build();
    }
}
