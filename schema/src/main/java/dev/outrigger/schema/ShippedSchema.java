package dev.outrigger.schema;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.io.UncheckedIOException;

/// A schema that is part of the program.
public final class ShippedSchema {
    private ShippedSchema() {}

    /// `resource` is an absolute name, beside the classes of `owner`.
    public static Json.Obj read(Class<?> owner, String resource) {
        try (var in = owner.getResourceAsStream(resource)) {
            if (in != null && JsonText.parse(in.readAllBytes()) instanceof Json.Obj schema) {
                return schema;
            }
            throw new IllegalStateException("the program is incomplete: " + resource + " is not in it");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (MalformedJson e) {
            throw new IllegalStateException(resource + ": " + e.what(), e);
        }
    }
}
