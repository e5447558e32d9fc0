package dev.outrigger.wire.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Lines that are too long, and of which no more is known than how they begin.
final class UnsignedAnswerTest {
    private static DecodedLine cutOff(String beginning) {
        var bytes = (beginning + "x".repeat(200)).getBytes(StandardCharsets.UTF_8);
        return RpcEnvelope.cutOff(bytes, 0, bytes.length, 100);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"result\":{\"content\":[{\"text\":\"",
                "{ \"result\" : \"",
                "{\"jsonrpc\":\"2.0\",\"result\":\"",
                "{\"error\":{\"message\":\""
            })
    void anAnswerThatDoesNotSayWhoseItIsIsSomebodys(String beginning) {
        assertThat(cutOff(beginning)).isInstanceOf(DecodedLine.BadAnswer.class);
    }

    /// They end no call.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"level\":\"info\",\"msg\":\"",
                "{\"results\":\"",
                "{",
                "{\"\\u0072esult\":\"",
                "[{\"result\":\"",
                "words {\"result\":\""
            })
    void whatIsNoAnswerIsNobodys(String beginning) {
        assertThat(cutOff(beginning)).isInstanceOf(DecodedLine.Stray.class);
    }
}
