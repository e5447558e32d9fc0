package dev.outrigger.rooms;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.outrigger.kaged.audit.AuditLog;
import dev.outrigger.kaged.storage.SqliteStorage;
import dev.outrigger.kaged.store.PluginStore;
import dev.outrigger.kaged.store.SwitchFiles;
import java.lang.foreign.Linker;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What may know what: between rooms, and between the packages in one.
class RoomsTest {
    private static final String ROOT = "dev.outrigger.";

    private static final JavaClasses CLASSES = HouseClasses.ALL;

    @Test
    void arrowsBetweenRoomsPointDown() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("system")
                .definedBy("dev.outrigger.system..")
                .layer("wire")
                .definedBy("dev.outrigger.wire..")
                .layer("schema")
                .definedBy("dev.outrigger.schema..")
                .layer("toml")
                .definedBy("dev.outrigger.toml..")
                .layer("launch")
                .definedBy("dev.outrigger.launch..")
                .layer("terminal")
                .definedBy("dev.outrigger.terminal..")
                .layer("workspace")
                .definedBy("dev.outrigger.workspace..")
                .layer("assistant")
                .definedBy("dev.outrigger.assistant..")
                .layer("hosting")
                .definedBy("dev.outrigger.hosting..")
                .layer("kaged")
                .definedBy("dev.outrigger.kaged..")
                .layer("jp")
                .definedBy("dev.outrigger.jp..")
                .layer("web")
                .definedBy("dev.outrigger.web..")
                .layer("sdk")
                .definedBy("dev.outrigger.sdk..")
                .layer("serveweb")
                .definedBy("dev.outrigger.serveweb..")
                .whereLayer("serveweb")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("sdk")
                .mayOnlyBeAccessedByLayers("serveweb")
                .whereLayer("web")
                .mayOnlyBeAccessedByLayers("serveweb", "kaged")
                .whereLayer("jp")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("kaged")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("hosting")
                .mayOnlyBeAccessedByLayers("jp")
                .whereLayer("assistant")
                .mayOnlyBeAccessedByLayers("jp", "hosting", "kaged")
                .whereLayer("workspace")
                .mayOnlyBeAccessedByLayers("jp", "hosting")
                .whereLayer("terminal")
                .mayOnlyBeAccessedByLayers("jp", "hosting", "kaged")
                .whereLayer("schema")
                .mayOnlyBeAccessedByLayers("jp", "hosting", "kaged", "assistant")
                .whereLayer("toml")
                .mayOnlyBeAccessedByLayers("workspace", "kaged")
                .whereLayer("launch")
                .mayOnlyBeAccessedByLayers("jp", "hosting", "kaged", "assistant")
                .whereLayer("system")
                .mayOnlyBeAccessedByLayers(
                        "jp",
                        "hosting",
                        "kaged",
                        "assistant",
                        "terminal",
                        "workspace",
                        "launch",
                        "schema",
                        "toml",
                        "web",
                        "serveweb")
                .whereLayer("wire")
                .mayOnlyBeAccessedByLayers(
                        "jp",
                        "hosting",
                        "kaged",
                        "assistant",
                        "terminal",
                        "workspace",
                        "schema",
                        "toml",
                        "web",
                        "sdk",
                        "serveweb")
                .check(CLASSES);
    }

    @Test
    void noPackagesKnowEachOtherInACircle() {
        SlicesRuleDefinition.slices()
                .assignedFrom(new EachPackage())
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    @Test
    void aSimpleNameMeansOneThingInARoom() {
        var places = new TreeMap<String, ArrayList<String>>();
        for (var each : CLASSES) {
            if (each.isTopLevelClass() && !each.getSimpleName().equals("package-info")) {
                places.computeIfAbsent(room(each) + ": " + each.getSimpleName(), _ -> new ArrayList<>())
                        .add(each.getFullName());
            }
        }
        assertThat(places.values())
                .hasSizeGreaterThan(700)
                .allSatisfy(names -> assertThat(names).hasSize(1));
    }

    /// A record's parts are asked for as they are returned, so there it may stand.
    @Test
    void anOptionalIsReturnedAndNeverAskedFor() {
        var wanted = new TreeSet<String>();
        for (var each : CLASSES) {
            for (var unit : each.getCodeUnits()) {
                if (takesOptional(unit) && !unit.getModifiers().contains(JavaModifier.SYNTHETIC) && !isOfRecord(unit)) {
                    wanted.add(unit.getFullName());
                }
            }
        }
        assertThat(wanted).isEmpty();
    }

    private static boolean takesOptional(JavaCodeUnit unit) {
        return unit.getRawParameterTypes().stream()
                .anyMatch(type -> type.getFullName().startsWith("java.util.Optional"));
    }

    private static boolean isOfRecord(JavaCodeUnit unit) {
        var parts = unit.getOwner().getFields().stream()
                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                .map(field -> field.getRawType().getFullName())
                .sorted()
                .toList();
        return unit.isConstructor()
                && unit.getOwner().isRecord()
                && unit.getRawParameterTypes().stream()
                        .map(JavaClass::getFullName)
                        .sorted()
                        .toList()
                        .equals(parts);
    }

    @Test
    void wireKnowsNoProcessNoFileAndNoTerminal() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAPackage("dev.outrigger.wire..")
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "are of processes, files, terminals or networks", RoomsTest::reachesOut))
                .check(CLASSES);
    }

    private static boolean reachesOut(JavaClass each) {
        var name = each.getFullName();
        return name.startsWith("java.lang.Process")
                || name.startsWith("java.lang.foreign.")
                || name.equals("java.lang.Runtime")
                || name.startsWith("java.io.File")
                || name.equals("java.io.RandomAccessFile")
                || name.equals("java.io.Console")
                || name.startsWith("java.nio.file.")
                || name.startsWith("java.nio.channels.File")
                || name.startsWith("java.nio.channels.Socket")
                || name.startsWith("java.nio.channels.Pipe")
                || name.startsWith("java.net.")
                || name.startsWith("sun.misc.");
    }

    /// What it does, anybody's plugin can do.
    @Test
    void theSdkKnowsNothingButTheWireAndThePluginNothingOfTheHost() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAnyPackage("dev.outrigger.sdk..")
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "are neither the JDK's nor of wire",
                        each -> !each.getPackageName().startsWith("java.")
                                && !each.getPackageName().startsWith("dev.outrigger.sdk")
                                && !each.getPackageName().startsWith("dev.outrigger.wire")
                                && !each.getPackageName().startsWith("org.jspecify")
                                && !each.getBaseComponentType().isPrimitive()))
                .check(CLASSES);
    }

    @Test
    void onlyThePagesKnowMarkdownBesidesTheTerminal() {
        onlyThese("org.commonmark..", "dev.outrigger.terminal..", "dev.outrigger.web..");
        onlyThese("com.sun.net.httpserver..", "dev.outrigger.web..");
        onlyThese("gg.jte..", "dev.outrigger.serveweb..");
    }

    @Test
    void onlyTheTomlRoomKnowsItsLibrary() {
        onlyThese("io.github.wasabithumb..", "dev.outrigger.toml..");
    }

    @Test
    void onlyTheBottomRoomLinksForeignFunctions() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackage("dev.outrigger.system..")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Linker.class)
                .check(CLASSES);
    }

    @Test
    void onlyTheSchemaRoomKnowsItsLibrary() {
        onlyThese("dev.harrel..", "dev.outrigger.schema..");
    }

    @Test
    void onlyAuditAndStorageKnowSql() {
        for (var library : List.of("java.sql..", "org.sqlite..")) {
            onlyThese(
                    library,
                    "dev.outrigger.kaged.sqlite..",
                    "dev.outrigger.kaged.audit..",
                    "dev.outrigger.kaged.storage..");
        }
    }

    @Test
    void onlyWherePutTogetherTheDaemonKnowsWhatKeepsItsState() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAnyPackage("dev.outrigger.kaged.service..", "dev.outrigger.kaged.daemon..")
                .and()
                .doNotHaveSimpleName("Daemon")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(AuditLog.class, SqliteStorage.class, PluginStore.class, SwitchFiles.class)
                .check(CLASSES);
    }

    @Test
    void onlyManifestsKnowYaml() {
        onlyThese("org.snakeyaml..", "dev.outrigger.kaged.manifest..");
    }

    private static void onlyThese(String library, String... packages) {
        ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackages(packages)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(CLASSES);
    }

    private static String room(JavaClass each) {
        var below = each.getPackageName().substring(ROOT.length());
        var end = below.indexOf('.');
        return end < 0 ? below : below.substring(0, end);
    }

    private static final class EachPackage implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass each) {
            return SliceIdentifier.of(each.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
