package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.service.ServiceRefusal;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.rpc.RpcDialect;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A recorded trace as it will be played, line by line: what is said to the plugin is made anew from the record, and is
/// never anything that the daemon itself would not say. A record is a file of somebody's; every line of it is judged
/// before anything is started.
record ReplayScript(List<Step> steps, int lines) {
    static final int MOST_LINES = 100_000;
    private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,14}");

    /// `number` is the line's.
    sealed interface Step {
        int number();
    }

    /// A method of the plugin's own, to be called by whoever replays. The params are without their `_context`.
    record Call(int number, Json id, String method, Json.Obj params) implements Step {}

    /// A word of the daemon's.
    record Own(int number, Json.Obj message) implements Step {}

    /// What the plugin said then, and is to say again; `line` is how it was recorded.
    record Expect(int number, String line, Json.Obj message) implements Step {}

    interface Rules {
        /// Why a call like this would not be passed on to the plugin, if it would not.
        Optional<String> objection(String method, Json.Obj params);

        /// The params of `initialize`.
        Json.Obj greeting();
    }

    static ReplayScript of(String recorded, Rules rules) throws ServiceRefusal {
        return new Reader(rules).read(recorded);
    }

    boolean greets() {
        return steps.stream().anyMatch(step -> step instanceof Own own && isGreeting(own.message));
    }

    private static boolean isGreeting(Json.Obj message) {
        return message.text("method").equals(Optional.of("initialize"));
    }

    private static final class Reader {
        private final Rules rules;
        private final List<Step> steps = new ArrayList<>();
        /// What the daemon asked so far, and what the plugin asked and was not answered.
        private final Set<Json> said = new HashSet<>();

        private final Set<Json> asked = new HashSet<>();
        private boolean greeted;
        private int number;

        Reader(Rules rules) {
            this.rules = rules;
        }

        ReplayScript read(String recorded) throws ServiceRefusal {
            int count = 0;
            for (var text : (Iterable<String>) recorded.lines()::iterator) {
                number++;
                if (text.isBlank()) {
                    continue;
                }
                if (++count > MOST_LINES) {
                    throw refused("there are more than " + MOST_LINES + " lines: cut the record");
                }
                try {
                    line(object(text, "it"));
                } catch (FieldReader.Mistake e) {
                    throw refused(e.what());
                }
            }
            if (count == 0) {
                throw new ServiceRefusal("the record is empty: `kaged plugin trace --output` makes one");
            }
            return new ReplayScript(List.copyOf(steps), count);
        }

        private void line(Json.Obj recorded) throws FieldReader.Mistake, ServiceRefusal {
            var fields = new FieldReader(recorded);
            var text = fields.text("line");
            switch (fields.text("direction")) {
                case "to_plugin" -> toPlugin(object(text, "what the daemon said"));
                case "from_plugin" -> fromPlugin(text);
                default -> throw new FieldReader.Mistake("field `direction` must be to_plugin or from_plugin");
            }
        }

        /// Noise then is no promise for now, and how often a plugin says that it lives is its own affair.
        private void fromPlugin(String text) throws ServiceRefusal {
            Json.Obj message;
            try {
                if (!(JsonText.parse(text) instanceof Json.Obj object)) {
                    return;
                }
                message = object;
            } catch (MalformedJson _) {
                return;
            }
            var method = message.get("method");
            var id = message.get("id");
            if (method.equals(Optional.of(Json.of(RpcDialect.KAGED.progress())))) {
                return;
            }
            if (method.isPresent()) {
                id.ifPresent(asked::add);
            } else if (id.isEmpty() || !said.contains(id.get())) {
                throw refused("the plugin answers what the record does not ask: cut what is before the first call");
            }
            steps.add(new Expect(number, text, message));
        }

        private void toPlugin(Json.Obj message) throws ServiceRefusal, FieldReader.Mistake {
            if (message.get("method").isEmpty()) {
                answer(message);
                return;
            }
            var method = new FieldReader(message).text("method");
            switch (method) {
                case "initialize" -> {
                    if (greeted) {
                        throw refused("the record holds a second start of the plugin: cut it here");
                    }
                    greeted = true;
                    own(request(message, method).with("params", rules.greeting()));
                }
                case "ping", "shutdown" -> own(request(message, method));
                case "initialized" -> own(notification(message, method));
                case "$/cancel" -> {
                    var of = new FieldReader(message).object("params").get("id");
                    own(notification(message, method)
                            .with(
                                    "params",
                                    Json.object().put("id", id(of.orElse(null))).build()));
                }
                default -> call(message, method);
            }
        }

        private void call(Json.Obj message, String method) throws ServiceRefusal, FieldReader.Mistake {
            var params = new FieldReader(message).objectOrNull("params");
            var plain = Json.object();
            if (params != null) {
                params.fields().forEach((name, value) -> {
                    // On whose behalf it was is no more than a claim here.
                    if (!name.equals("_context")) {
                        plain.put(name, value);
                    }
                });
            }
            var of = plain.build();
            var objection = rules.objection(method, of);
            if (objection.isPresent()) {
                throw refused(objection.get());
            }
            steps.add(new Call(number, freshId(message), method, of));
        }

        private void answer(Json.Obj message) throws ServiceRefusal {
            var id = message.get("id");
            var result = message.get("result");
            var error = message.get("error");
            if (id.isEmpty() || result.isPresent() == error.isPresent()) {
                throw refused("this is neither a request nor an answer");
            }
            if (!asked.remove(id.get())) {
                throw refused("this answers what the plugin did not ask in the record");
            }
            var answer = Json.object().put("jsonrpc", "2.0").put("id", id.get());
            result.ifPresent(it -> answer.put("result", it));
            error.ifPresent(it -> answer.put("error", it));
            own(answer.build());
        }

        private void own(Json.Obj message) {
            steps.add(new Own(number, message));
        }

        private Json.Obj request(Json.Obj message, String method) throws ServiceRefusal {
            return Json.object()
                    .put("jsonrpc", "2.0")
                    .put("id", freshId(message))
                    .put("method", method)
                    .build();
        }

        private Json.Obj notification(Json.Obj message, String method) throws ServiceRefusal {
            if (message.get("id").isPresent()) {
                throw refused(method + " has an id: the daemon gives it none");
            }
            return Json.object().put("jsonrpc", "2.0").put("method", method).build();
        }

        private Json freshId(Json.Obj message) throws ServiceRefusal {
            var id = id(message.get("id").orElse(null));
            if (!said.add(id)) {
                throw refused("the id " + JsonText.text(id) + " was used before");
            }
            return id;
        }

        private Json id(@Nullable Json id) throws ServiceRefusal {
            if (id instanceof Json.Num(var text) && ID.matcher(text).matches()) {
                return id;
            }
            throw refused("the daemon's requests have a whole number above 0 as their id");
        }

        private Json.Obj object(String text, String what) throws ServiceRefusal {
            try {
                if (JsonText.parse(text) instanceof Json.Obj object) {
                    return object;
                }
            } catch (MalformedJson e) {
                throw refused(what + " is no JSON: " + e.what());
            }
            throw refused(what + " must be an object, and is " + Excerpt.of(text));
        }

        private ServiceRefusal refused(String why) {
            return new ServiceRefusal("line " + number + " of the record: " + why);
        }
    }
}
