package dev.outrigger.web;

import dev.outrigger.wire.Json;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/// A site of a few words: a page, an action that is counted, and a stream.
final class PlainSite implements Site {
    final List<WebRequest> actions = new CopyOnWriteArrayList<>();
    final List<String> notices = new CopyOnWriteArrayList<>();
    final List<String> launchUrls = new CopyOnWriteArrayList<>();
    final BlockingQueue<EventStream> opened = new LinkedBlockingQueue<>();
    /// The last id that the browser of each stream said it has.
    final List<String> comesFrom = new CopyOnWriteArrayList<>();

    final BlockingQueue<EventStream> over = new LinkedBlockingQueue<>();

    @Override
    public WebAnswer answer(WebRequest request) throws Refused {
        if (request.post()) {
            actions.add(request);
            return new WebAnswer.Data(Json.object().put("done", true).build());
        }
        return switch (String.join("/", request.path())) {
            case "" -> new WebAnswer.Page("<!doctype html><title>inside</title>");
            case "stream" ->
                new WebAnswer.Stream(stream -> {
                    comesFrom.add(request.lastEventId());
                    opened.add(stream);
                    return () -> over.add(stream);
                });
            default -> throw new Refused(404, "There is no such page.");
        };
    }

    @Override
    public String title() {
        return "plain site";
    }

    @Override
    public void notice(String sentence) {
        notices.add(sentence);
    }

    @Override
    public void launchUrl(String url) {
        launchUrls.add(url);
    }
}
