package dev.outrigger.assistant.providers;

import java.time.Duration;

/// How long a provider is waited for.
///
/// @param connect until there is a connection
/// @param first until the first byte of the answer
/// @param idle from one byte to the next
public record ProviderPatience(Duration connect, Duration first, Duration idle) {
    public static final ProviderPatience USUAL =
            new ProviderPatience(Duration.ofSeconds(10), Duration.ofSeconds(120), Duration.ofSeconds(60));
}
