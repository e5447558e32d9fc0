package dev.outrigger.system;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;

/// The certificates that a machine trusts, which are in a bundle of texts (PEM), as Java reads them. A program, not
/// part of one: a runtime that was brought along trusts nobody until this has run.
public final class TrustStore {
    /// Of the file's integrity alone, and known to everybody: what it protects is who may write to it.
    private static final String PASSWORD = "changeit";

    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";

    private TrustStore() {}

    /// The bundle, and the file to write, which is there whole or as it was.
    public static void main(String[] words) throws IOException {
        try {
            var bytes = of(Path.of(words[0]));
            try (var draft = FileDraft.shared(Path.of(words[1]), "cacerts.new")) {
                draft.write(bytes);
                draft.replace();
            }
        } catch (GeneralSecurityException e) {
            System.err.println(words[0] + " is not understood: " + e.getMessage());
            System.exit(1);
        }
    }

    /// A key store that trusts every certificate of the bundle.
    static byte[] of(Path bundle) throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance("JKS");
        store.load(null, null);
        var bytes = Files.readAllBytes(bundle);
        for (var certificate :
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes))) {
            var name = ((X509Certificate) certificate).getSubjectX500Principal().getName();
            store.setCertificateEntry(store.size() + " " + name, certificate);
        }
        // One that breaks off in the middle is passed over by the JDK without a word.
        int begun = new String(bytes, ISO_8859_1).split(BEGIN, -1).length - 1;
        if (begun == 0 || begun != store.size()) {
            throw new GeneralSecurityException("of " + begun + " certificates in it " + store.size() + " are whole");
        }
        var out = new ByteArrayOutputStream();
        store.store(out, PASSWORD.toCharArray());
        return out.toByteArray();
    }
}
