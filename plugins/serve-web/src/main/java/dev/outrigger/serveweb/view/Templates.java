package dev.outrigger.serveweb.view;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The templates, which the build has compiled: each value in them is escaped for the place where it stands.
public final class Templates {
    private static final String PACKAGE = "dev.outrigger.serveweb.template";
    private static final @Nullable Path IN_OUR_JAR = null;
    private static final TemplateEngine ENGINE =
            TemplateEngine.createPrecompiled(IN_OUR_JAR, ContentType.Html, Templates.class.getClassLoader(), PACKAGE);

    private Templates() {}

    public static String page(ChatPage page) {
        return render("page.jte", page);
    }

    /// A whole conversation as one file that needs nothing else.
    public static String file(ExportPage page) {
        return render("file.jte", page);
    }

    public static String row(Row row) {
        return render("row.jte", row);
    }

    public static String outcome(Entry.Outcome outcome) {
        return render("outcome.jte", outcome);
    }

    public static String entry(Entry entry) {
        return render("entry.jte", entry);
    }

    private static String render(String template, Object value) {
        var html = new StringOutput();
        ENGINE.render(template, value, html);
        return html.toString();
    }
}
