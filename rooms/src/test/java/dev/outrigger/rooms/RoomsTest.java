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
import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.daemon.Daemon;
import dev.outrigger.kaged.project.ProjectRecordFiles;
import dev.outrigger.kaged.storage.SqliteStorage;
import dev.outrigger.kaged.store.PluginStore;
import dev.outrigger.kaged.store.SwitchFiles;
import java.lang.foreign.Linker;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What may know what: between rooms, and between the packages in one.
class RoomsTest {
    private static final JavaClasses CLASSES = HouseClasses.ALL;

    private static final Class<?>[] KEEPERS = {
        AuditLog.class, SqliteStorage.class, PluginStore.class, SwitchFiles.class, ProjectRecordFiles.class
    };

    /// What is in one place with a keeper of state, and only for it.
    private static final Set<String> HELPERS = Set.of("AuditArchive", "DaemonRows");

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

    /// Tests, fuzzing and what reads the pages as well.
    @Test
    void noPackagesKnowEachOtherInACircle() {
        SlicesRuleDefinition.slices()
                .assignedFrom(new EachPackage())
                .should()
                .beFreeOfCycles()
                .check(HouseClasses.withTests());
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

    /// All others know the ports alone. A command that needs no daemon has its ports from its context.
    @Test
    void onlyWherePutTogetherAProgramKnowsWhatKeepsItsState() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAPackage("dev.outrigger.kaged..")
                .and()
                .doNotBelongToAnyOf(KEEPERS)
                .and()
                .doNotBelongToAnyOf(Daemon.class, KagedContext.class)
                .and(DescribedPredicate.describe(
                        "do not help to keep it", each -> !HELPERS.contains(each.getSimpleName())))
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(KEEPERS)
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

    private static final class EachPackage implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass each) {
            var place = HouseClasses.place(each);
            return place.isEmpty() ? SliceIdentifier.ignore() : SliceIdentifier.of(place, each.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
