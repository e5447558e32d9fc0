package dev.outrigger.hosting.describe;

import java.util.List;

/// The short of what is remembered of one program: enough for listings and for finding it by its declared path.
///
/// @param file its absolute path
/// @param command the path it declares; empty when it declares none
/// @param options whether it has a schema for its options
/// @param failure why it did not describe itself, in words that go on after its name; "" when it did. Then name,
///     version and description are ""
public record RememberedDescription(
        String file,
        String id,
        List<String> command,
        String name,
        String version,
        String description,
        boolean options,
        String failure) {}
