package dev.outrigger.web;

import java.io.IOException;
import java.io.UncheckedIOException;

/// What is seen before one has entered: the page of a launch URL, and the sentence of a refusal. Neither has anything
/// secret in it; the form posts to the address that it was loaded from, token included.
final class LaunchPage {
    static final String STYLE_PATH = "/enter.css";
    static final String SCRIPT_PATH = "/enter.js";
    static final byte[] STYLE = read("enter.css");
    static final byte[] SCRIPT = read("enter.js");

    private LaunchPage() {}

    static String of(String title) {
        return page(title, """
                <p>This link lets this browser in, once.</p>
                <form method="post"><button autofocus>Open %s</button></form>
                <script src="%s"></script>
                """.formatted(HtmlText.escaped(title), SCRIPT_PATH));
    }

    static String refusal(String title, String sentence) {
        return page(title, "<p role=\"alert\">" + HtmlText.escaped(sentence) + "</p>\n");
    }

    private static String page(String title, String body) {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                <link rel="stylesheet" href="%s">
                </head>
                <body>
                <main>
                <h1>%s</h1>
                %s</main>
                </body>
                </html>
                """.formatted(HtmlText.escaped(title), STYLE_PATH, HtmlText.escaped(title), body);
    }

    private static byte[] read(String name) {
        try (var in = LaunchPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("not in the jar: " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
