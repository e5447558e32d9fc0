package dev.outrigger.jp;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

class RoomsTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.outrigger");

    @Test
    void arrowsBetweenRoomsPointDown() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("wire")
                .definedBy("dev.outrigger.wire..")
                .layer("schema")
                .definedBy("dev.outrigger.schema..")
                .layer("launch")
                .definedBy("dev.outrigger.launch..")
                .layer("terminal")
                .definedBy("dev.outrigger.terminal..")
                .layer("workspace")
                .definedBy("dev.outrigger.workspace..")
                .layer("assistant")
                .definedBy("dev.outrigger.assistant..")
                .layer("kaged")
                .definedBy("dev.outrigger.kaged..")
                .layer("jp")
                .definedBy("dev.outrigger.jp..")
                .whereLayer("jp")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("kaged")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("assistant")
                .mayOnlyBeAccessedByLayers("jp", "kaged")
                .whereLayer("workspace")
                .mayOnlyBeAccessedByLayers("jp")
                .whereLayer("terminal")
                .mayOnlyBeAccessedByLayers("jp", "kaged")
                .whereLayer("schema")
                .mayOnlyBeAccessedByLayers("jp", "kaged", "assistant")
                .whereLayer("launch")
                .mayOnlyBeAccessedByLayers("jp", "kaged", "assistant")
                .whereLayer("wire")
                .mayOnlyBeAccessedByLayers("jp", "kaged", "assistant", "terminal", "workspace", "schema")
                .check(CLASSES);
    }

    @Test
    void wireKnowsNoProcessNoFileAndNoTerminal() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAPackage("dev.outrigger.wire..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.Process")
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("java.nio.file..")
                .check(CLASSES);
    }

    @Test
    void onlyTheWorkspaceAndTheStoreKnowToml() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackages("dev.outrigger.workspace..", "dev.outrigger.kaged.store..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.github.wasabithumb..")
                .check(CLASSES);
    }

    @Test
    void onlyTheSchemaRoomKnowsItsLibrary() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackage("dev.outrigger.schema..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.harrel..")
                .check(CLASSES);
    }

    @Test
    void onlyManifestsKnowYaml() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackage("dev.outrigger.kaged.manifest..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.snakeyaml..")
                .check(CLASSES);
    }
}
