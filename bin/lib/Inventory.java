import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.jar.JarFile;

/// What is in a release: as a list for programs (an SBOM in CycloneDX's JSON), and the licence of each part.
///
/// Complete, or it ends with an error: every jar is one of our rooms or has its line in `packaging/libraries`, and every licence has its text.
final class Inventory {
    private static final String GROUP = "dev.outrigger";
    private static final String LICENCE = "Apache-2.0";

    /// A line of `packaging/libraries`. `text` is a file of the tree, or `jar`.
    private record Library(String group, String artifact, String licence, String text) {}

    /// A jar as the build has it, in the folders of one program or of both.
    private record Jar(Path file, String name, String version, TreeSet<String> programs) {}

    private final Path tree;
    private final Path dist;
    private final Path licences;
    private final String version;
    private final List<Json> components = new ArrayList<>();
    private final List<Json> references = new ArrayList<>();

    private Inventory(Path tree, Path dist, Path licences) throws IOException {
        this.tree = tree;
        this.dist = dist;
        this.licences = licences;
        this.version = Files.readString(dist.resolve("version")).strip();
    }

    /// The tree of the sources, what was built, the time of its commit in seconds, the folder for licences, the file for the SBOM; and the JDK and the
    /// runtime made of it where one is in the release.
    public static void main(String[] words) throws Exception {
        var inventory = new Inventory(Path.of(words[0]), Path.of(words[1]), Path.of(words[3]));
        try {
            inventory.jars();
            inventory.programs();
            if (words.length > 5) {
                inventory.runtime(Path.of(words[5]), Path.of(words[6]));
            }
        } catch (Incomplete e) {
            System.err.println("inventory: " + e.getMessage());
            System.exit(1);
        }
        Files.write(Path.of(words[4]), inventory.sbom(Instant.ofEpochSecond(Long.parseLong(words[2]))));
    }

    /// Something that nobody may be given as it is.
    private static final class Incomplete extends Exception {
        private static final long serialVersionUID = 1;

        Incomplete(String what) {
            super(what);
        }
    }

    private void jars() throws IOException, Incomplete {
        var libraries = libraries();
        var unused = new TreeSet<>(libraries.keySet());
        for (var jar : found().values()) {
            if (jar.version().equals(version) && isRoom(jar.name())) {
                add(jar, new Library(GROUP, jar.name(), LICENCE, "LICENSE"));
            } else {
                var library = libraries.get(jar.name());
                if (library == null) {
                    throw new Incomplete(jar.file().getFileName() + " has no line in packaging/libraries: add its group and its licence");
                }
                unused.remove(jar.name());
                add(jar, library);
                texts(jar, library);
            }
        }
        if (!unused.isEmpty()) {
            throw new Incomplete("packaging/libraries names what no jar has: " + unused);
        }
    }

    private boolean isRoom(String name) {
        return List.of(name, name + "/java", "plugins/" + name).stream()
                .anyMatch(folder -> Files.exists(tree.resolve(folder).resolve("pom.xml")));
    }

    private Map<String, Library> libraries() throws IOException, Incomplete {
        var libraries = new TreeMap<String, Library>();
        for (var line : Files.readAllLines(tree.resolve("packaging/libraries"))) {
            if (!line.startsWith("#") && !line.isBlank()) {
                var parts = line.split("\\|", -1);
                if (parts.length != 4) {
                    throw new Incomplete("a line of packaging/libraries has not four parts: " + line);
                }
                var library = new Library(parts[0].strip(), parts[1].strip(), parts[2].strip(), parts[3].strip());
                libraries.put(library.artifact(), library);
            }
        }
        return libraries;
    }

    /// By their file names, in one order everywhere.
    private Map<String, Jar> found() throws IOException, Incomplete {
        var found = new TreeMap<String, Jar>();
        for (var each : Map.of("lib", "jp", "kaged-lib", "kaged", "serve-web-lib", "jp-serve-web").entrySet()) {
            try (var jars = Files.newDirectoryStream(dist.resolve(each.getKey()), "*.jar")) {
                for (var file : jars) {
                    var name = file.getFileName().toString();
                    var jar = found.computeIfAbsent(name, _ -> named(file));
                    if (Files.mismatch(jar.file(), file) >= 0) {
                        throw new Incomplete(name + " is not the same in all programs");
                    }
                    jar.programs().add(each.getValue());
                }
            }
        }
        return found;
    }

    /// `json-schema-1.8.2.jar`: the version begins with the first number behind a dash.
    private static Jar named(Path file) {
        var name = file.getFileName().toString().replaceFirst("\\.jar$", "");
        var parts = name.split("-(?=\\d)", 2);
        return new Jar(file, parts[0], parts.length > 1 ? parts[1] : "", new TreeSet<>());
    }

    private void add(Jar jar, Library library) throws IOException {
        var purl = "pkg:maven/" + library.group() + "/" + library.artifact() + "@" + jar.version();
        component("library", library.group(), library.artifact(), jar.version(), purl, library.licence(), sha256(jar.file()), "part of " + String.join(" and ", jar.programs()));
        if (library.artifact().equals("sqlite-jdbc")) {
            // The C library in it is what weaknesses are reported of.
            var sqlite = jar.version().replaceFirst("\\.\\d+$", "");
            component("library", "", "sqlite", sqlite, "pkg:generic/sqlite@" + sqlite, "blessing", "", "in sqlite-jdbc");
        }
    }

    private void texts(Jar jar, Library library) throws IOException, Incomplete {
        var folder = Files.createDirectories(licences.resolve(jar.name()));
        boolean licensed = false;
        try (var open = new JarFile(jar.file().toFile())) {
            for (var entry : Collections.list(open.entries())) {
                var name = Path.of(entry.getName()).getFileName().toString();
                boolean licence = name.matches("(?i)(licen[cs]e|copying)(?!.*\\.class$).*");
                if (entry.getName().startsWith("META-INF/") && !entry.isDirectory() && (licence || name.matches("(?i)notice(?!.*\\.class$).*"))) {
                    try (var in = open.getInputStream(entry)) {
                        Files.write(folder.resolve(name), in.readAllBytes());
                    }
                    licensed |= licence;
                }
            }
        }
        if (!library.text().equals("jar")) {
            Files.copy(tree.resolve(library.text()), folder.resolve("LICENSE"));
            licensed = true;
        }
        if (!licensed) {
            throw new Incomplete(jar.file().getFileName() + " has no licence in it, and packaging/libraries names no text of it");
        }
    }

    /// The small programs in C.
    private void programs() throws IOException {
        var sorted = new TreeSet<Path>();
        try (var files = Files.newDirectoryStream(dist.resolve("native"))) {
            files.forEach(sorted::add);
        }
        for (var file : sorted) {
            component("file", "", "native/" + file.getFileName(), version, "", LICENCE, sha256(file), "our own, written in C");
        }
    }

    private void runtime(Path jdk, Path runtime) throws IOException, Incomplete {
        var about = new Properties();
        try (var in = Files.newInputStream(jdk.resolve("release"))) {
            about.load(in);
        }
        var maker = unquoted(about, "IMPLEMENTOR");
        var full = unquoted(about, "JAVA_RUNTIME_VERSION");
        if (!Files.isRegularFile(runtime.resolve("legal/java.base/LICENSE"))) {
            throw new Incomplete("the runtime has no legal folder: its licence must go along");
        }
        var folder = Files.createDirectories(licences.resolve("java"));
        for (var name : List.of("NOTICE", "legal/java.base/LICENSE")) {
            if (Files.exists(jdk.resolve(name))) {
                Files.copy(jdk.resolve(name), folder.resolve(Path.of(name).getFileName()));
            }
        }
        Files.writeString(folder.resolve("README"), "The Java runtime, " + full + " by " + maker
                + ". Licences of all that is in it: lib/outrigger/runtime/legal.\nIts sources: " + unquoted(about, "SOURCE_REPO") + ", " + unquoted(about, "SOURCE") + "\n");
        component("platform", "", "openjdk-runtime", full, "pkg:generic/openjdk@" + full.replace("+", "%2B"), "GPL-2.0-only WITH Classpath-exception-2.0",
                sha256(runtime.resolve("lib/modules")), "by " + maker + "; the hash is of lib/modules");
    }

    private static String unquoted(Properties about, String key) {
        return about.getProperty(key, "unknown").replace("\"", "");
    }

    private void component(String type, String group, String name, String version, String purl, String licence, String sha256, String about) {
        var fields = new LinkedHashMap<String, Json>();
        var reference = purl.isEmpty() ? name : purl;
        fields.put("type", Json.of(type));
        fields.put("bom-ref", Json.of(reference));
        if (!group.isEmpty()) {
            fields.put("group", Json.of(group));
        }
        fields.put("name", Json.of(name));
        fields.put("version", Json.of(version));
        fields.put("description", Json.of(about));
        if (!sha256.isEmpty()) {
            fields.put("hashes", array(Json.object().put("alg", "SHA-256").put("content", sha256).build()));
        }
        fields.put("licenses", array(licence(licence)));
        if (!purl.isEmpty()) {
            fields.put("purl", Json.of(purl));
        }
        components.add(new Json.Obj(fields));
        references.add(Json.of(reference));
    }

    /// One id, or several put together.
    private static Json licence(String id) {
        return id.contains(" ")
                ? Json.object().put("expression", id).build()
                : Json.object().put("license", Json.object().put("id", id).build()).build();
    }

    private static Json array(Json... values) {
        return new Json.Arr(List.of(values));
    }

    private byte[] sbom(Instant time) {
        var purl = "pkg:generic/outrigger@" + version;
        var self = Json.object()
                .put("type", "application")
                .put("bom-ref", purl)
                .put("name", "outrigger")
                .put("version", version)
                .put("licenses", array(licence(LICENCE)))
                .put("purl", purl)
                .build();
        var metadata = Json.object().put("timestamp", time.toString()).put("component", self).build();
        var dependency = Json.object().put("ref", purl).put("dependsOn", new Json.Arr(references)).build();
        // Of what is in it: the same release has the same number.
        var number = UUID.nameUUIDFromBytes(JsonText.bytes(new Json.Arr(components)));
        return JsonText.bytes(Json.object()
                .put("bomFormat", "CycloneDX")
                .put("specVersion", "1.6")
                .put("serialNumber", "urn:uuid:" + number)
                .put("version", 1)
                .put("metadata", metadata)
                .put("components", new Json.Arr(components))
                .put("dependencies", array(dependency))
                .build());
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
