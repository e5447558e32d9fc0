package dev.outrigger.kaged.service;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// How many calls ended how, and how long they took in all.
final class CallTally {
    private final Map<String, LongAdder> outcomes = new ConcurrentHashMap<>();
    private final LongAdder micros = new LongAdder();

    void count(String outcome, long took) {
        outcomes.computeIfAbsent(outcome, _ -> new LongAdder()).increment();
        micros.add(took);
    }

    Map<String, Long> outcomes() {
        var counted = new TreeMap<String, Long>();
        outcomes.forEach((outcome, count) -> counted.put(outcome, count.sum()));
        return counted;
    }

    long micros() {
        return micros.sum();
    }
}
