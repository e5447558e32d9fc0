package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.audit.Comparison;
import dev.outrigger.kaged.audit.Row;
import dev.outrigger.kaged.audit.Verdict;
import dev.outrigger.kaged.service.Condition;
import dev.outrigger.wire.Json;
import java.util.List;
import java.util.Locale;

/// What the daemon knows, as clients get it.
final class Facts {
    private Facts() {}

    static Json.Obj of(Condition it) {
        var json = Json.object()
                .put("name", it.name())
                .put("version", it.version())
                .put("state", it.state().word());
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

    static Json.Arr of(List<Condition> conditions) {
        return new Json.Arr(conditions.stream().<Json>map(Facts::of).toList());
    }

    /// Each is taken apart when it is written: all of them together would hold many times what they are as text.
    static Json.Composed rows(List<Row> rows) {
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

    static Json.Obj of(Comparison comparison) {
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

    private static Json word(Comparison.Finding finding) {
        return Json.of(finding.name().toLowerCase(Locale.ROOT));
    }

    static Json.Obj of(Verdict verdict) {
        var json = Json.object().put("whole", verdict.lossless());
        switch (verdict) {
            case Verdict.Whole(var first, var last, var hash, var notes) ->
                json.put("first", first).put("last", last).put("head", hash).put("notes", Json.texts(notes));
            case Verdict.TailLost(var after, var missing) ->
                json.put("lost_after", after).put("missing", missing);
            case Verdict.Missing(var why) -> json.put("why", why);
            case Verdict.Broken(var seq, var why) -> json.put("broken_at", seq).put("why", why);
        }
        return json.put("text", verdict.text()).build();
    }
}
