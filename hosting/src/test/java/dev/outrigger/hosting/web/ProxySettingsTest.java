package dev.outrigger.hosting.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.terminal.program.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxySettingsTest {
    @Test
    void withoutAWordThereIsNone() throws Problem {
        assertThat(ProxySettings.of(Map.of()).serves("example.org")).isFalse();
    }

    @Test
    void theSmallLetteredVariableWins() throws Problem {
        var proxy = ProxySettings.of(Map.of("https_proxy", "http://small:1", "HTTPS_PROXY", "http://large:2"));

        assertThat(proxy.shown()).isEqualTo("small:1");
    }

    @Test
    void aSchemeMayBeLeftOut() throws Problem {
        assertThat(ProxySettings.of(Map.of("HTTPS_PROXY", "proxy:8080")).shown())
                .isEqualTo("proxy:8080");
    }

    @Test
    void namesInNoProxyStandForWhatIsBelowThem() throws Problem {
        var proxy = ProxySettings.of(Map.of("HTTPS_PROXY", "http://p:1", "NO_PROXY", "corp.example, .lan,*.test"));

        assertThat(proxy.serves("corp.example")).isFalse();
        assertThat(proxy.serves("Git.Corp.Example")).isFalse();
        assertThat(proxy.serves("a.lan")).isFalse();
        assertThat(proxy.serves("a.test")).isFalse();
        assertThat(proxy.serves("notcorp.example")).isTrue();
        assertThat(ProxySettings.of(Map.of("HTTPS_PROXY", "http://p:1", "NO_PROXY", "*"))
                        .serves("x"))
                .isFalse();
    }

    @Test
    void itsPasswordIsDecodedAndNeverShown() throws Problem {
        var proxy = ProxySettings.of(Map.of("HTTPS_PROXY", "http://me:s%40cret+@p:1"));

        assertThat(proxy.password()).isEqualTo("s@cret+");
        assertThat(proxy).asString().isEqualTo("p:1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "socks5://me:secret@p:1",
                "https://me:secret@p:1",
                "http://me:secret@",
                "http://me:sec ret@p:99999"
            })
    void whatCannotBeUsedIsRefusedWithoutThePassword(String url) {
        assertThatThrownBy(() -> ProxySettings.of(Map.of("HTTPS_PROXY", url)))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("HTTPS_PROXY")
                .hasMessageNotContaining("sec");
    }
}
