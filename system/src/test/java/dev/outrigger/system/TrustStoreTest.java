package dev.outrigger.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustStoreTest {
    @TempDir
    Path folder;

    /// As an authority would have it, with a remark before it, as bundles have them.
    private String certificate(String name) throws Exception {
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var store = folder.resolve(name + ".p12").toString();
        run(
                keytool,
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "a",
                "-dname",
                "CN=" + name,
                "-keystore",
                store,
                "-storepass",
                "secret");
        return "# " + name + "\n"
                + run(
                        keytool,
                        "-J-XX:TieredStopAtLevel=1",
                        "-exportcert",
                        "-rfc",
                        "-alias",
                        "a",
                        "-keystore",
                        store,
                        "-storepass",
                        "secret");
    }

    private static String run(String... words) throws Exception {
        var process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        var said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return said;
    }

    private static List<String> trusted(byte[] bytes) throws Exception {
        var store = KeyStore.getInstance("JKS");
        // As Java's own trust does, without a password.
        store.load(new ByteArrayInputStream(bytes), null);
        var names = new ArrayList<String>();
        for (var alias : Collections.list(store.aliases())) {
            names.add(((X509Certificate) store.getCertificate(alias))
                    .getSubjectX500Principal()
                    .getName());
            assertThat(store.isCertificateEntry(alias)).isTrue();
        }
        return names;
    }

    @Test
    void trustsEveryCertificateOfTheBundleAlsoOfOneName() throws Exception {
        var bundle = Files.writeString(
                folder.resolve("bundle.crt"), certificate("one") + certificate("two") + certificate("two "));
        var file = folder.resolve("cacerts");

        TrustStore.main(new String[] {bundle.toString(), file.toString()});

        assertThat(trusted(Files.readAllBytes(file))).containsExactlyInAnyOrder("CN=one", "CN=two", "CN=two");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .startsWith("rw-r");
    }

    @Test
    void aBundleWithoutACertificateIsNoReasonToTrustNobody() throws IOException {
        var bundle = Files.writeString(folder.resolve("bundle.crt"), "# nothing\n");
        assertThatThrownBy(() -> TrustStore.of(bundle)).isInstanceOf(GeneralSecurityException.class);
    }

    @Test
    void aBundleThatIsDamagedIsRefusedAsAWhole() throws Exception {
        var good = certificate("one");
        var bundle = Files.writeString(folder.resolve("bundle.crt"), good + good.substring(0, good.length() / 2));
        assertThatThrownBy(() -> TrustStore.of(bundle))
                .isInstanceOfAny(GeneralSecurityException.class, IOException.class);
    }
}
