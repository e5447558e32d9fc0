package dev.outrigger.hosting.web;

import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.workspace.settings.Settings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Whose certificates are believed. `SSL_CERT_FILE` and `SSL_CERT_DIR` stand in for Java's own list, as they do for
/// OpenSSL's; `plugins.ca_file` is added to whichever it is.
final class CertificateAuthorities {
    private static final String KEY = "plugins.ca_file";
    private static final long LARGEST_FILE = 16 << 20;

    private CertificateAuthorities() {}

    /// For who does not encrypt: to read a list of authorities, Java's own too, takes longer than an answer from
    /// nearby.
    static SSLContext none() throws Problem {
        try {
            return context(List.of());
        } catch (GeneralSecurityException | IOException e) {
            throw new Problem("cannot prepare a connection: " + e.getMessage(), "");
        }
    }

    /// Nothing when Java's own list is all.
    static Optional<SSLContext> of(Map<String, String> environment, Path folder, Settings settings) throws Problem {
        return of(environment, folder, settings.text(KEY));
    }

    /// `own` is a file that is added, "" for none.
    static Optional<SSLContext> of(Map<String, String> environment, Path folder, String own) throws Problem {
        var file = environment.getOrDefault("SSL_CERT_FILE", "");
        var folders = environment.getOrDefault("SSL_CERT_DIR", "");
        if (file.isEmpty() && folders.isEmpty() && own.isEmpty()) {
            return Optional.empty();
        }
        try {
            var trusted = new ArrayList<Certificate>();
            if (!file.isEmpty()) {
                trusted.addAll(inFile(folder.resolve(file), "SSL_CERT_FILE"));
            }
            if (!folders.isEmpty()) {
                inFolders(folders, folder, trusted);
            }
            if (file.isEmpty() && folders.isEmpty()) {
                trusted.addAll(javasOwn());
            }
            if (!own.isEmpty()) {
                trusted.addAll(inFile(folder.resolve(own), KEY));
            }
            return Optional.of(context(trusted));
        } catch (GeneralSecurityException | IOException e) {
            throw new Problem("cannot use the certificates of your authorities: " + e.getMessage(), "");
        }
    }

    private static Collection<? extends Certificate> inFile(Path file, String saidBy) throws Problem {
        try {
            var found = certificates(file);
            if (!found.isEmpty()) {
                return found;
            }
            throw new Problem(saidBy + " names " + file + ", which holds no certificate", "It must be PEM.");
        } catch (IOException e) {
            throw new Problem(saidBy + " names " + file + ", which cannot be read: " + FileErrorWords.of(e), "");
        } catch (CertificateException e) {
            throw new Problem(
                    saidBy + " names " + file + ", which holds no certificate: " + e.getMessage(), "It must be PEM.");
        }
    }

    private static void inFolders(String folders, Path here, List<Certificate> trusted) throws Problem, IOException {
        for (var name : folders.split(":")) {
            var folder = here.resolve(name);
            if (name.isEmpty() || !Files.isDirectory(folder)) {
                continue;
            }
            // Most have two names there, one of which is for OpenSSL.
            var seen = new HashSet<Path>();
            try (var files = Files.newDirectoryStream(folder)) {
                for (var file : files) {
                    try {
                        if (seen.add(file.toRealPath())) {
                            trusted.addAll(certificates(file));
                        }
                    } catch (IOException | CertificateException _) {
                        // Such folders hold other things, too; what is no certificate vouches for nobody.
                    }
                }
            }
        }
        if (trusted.isEmpty()) {
            throw new Problem("SSL_CERT_DIR names " + folders + ", where there is no certificate", "");
        }
    }

    private static Collection<? extends Certificate> certificates(Path file) throws IOException, CertificateException {
        if (!Files.isRegularFile(file) || Files.size(file) > LARGEST_FILE) {
            throw new IOException("it is no ordinary file");
        }
        // At once: the factory would take it byte by byte.
        var bytes = Files.readAllBytes(file);
        return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes));
    }

    private static List<Certificate> javasOwn() throws GeneralSecurityException {
        var found = new ArrayList<Certificate>();
        for (var manager : factory(null).getTrustManagers()) {
            if (manager instanceof X509TrustManager x509) {
                found.addAll(List.of(x509.getAcceptedIssuers()));
            }
        }
        return found;
    }

    private static SSLContext context(List<Certificate> trusted) throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (int i = 0; i < trusted.size(); i++) {
            store.setCertificateEntry("authority-" + i, trusted.get(i));
        }
        var context = SSLContext.getInstance("TLS");
        context.init(null, factory(store).getTrustManagers(), null);
        return context;
    }

    private static TrustManagerFactory factory(@Nullable KeyStore store) throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory;
    }
}
