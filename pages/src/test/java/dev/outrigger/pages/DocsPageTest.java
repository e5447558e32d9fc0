package dev.outrigger.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DocsPageTest {
    private static final DocsPage PAGE = DocsPage.of("a page", """
            # A page

            ## One

            | name | what |
            |---|---|
            | `a` | `b` or `c` |
            | `d` | a \\| b |

            ```sh
            ## no heading
            echo 1
            ```

            ```sh
            echo 2
            ```

            ## Two

            Text.

                echo 3
                echo 4

                echo 5
            """);

    @Test
    void aSectionEndsAtTheNextHeadingAndNotInsideOfCode() {
        assertThat(PAGE.section("One").blocks("sh")).containsExactly("## no heading\necho 1\n", "echo 2\n");
        assertThat(PAGE.languages()).containsExactly("sh", "sh");
        assertThat(PAGE.blockLines("sh")).containsExactly("## no heading", "echo 1", "echo 2");
        assertThat(PAGE.section("Two").indented()).isEqualTo("echo 3\necho 4\n");
    }

    @Test
    void aRowIsItsCellsAndOneThatIsCodeAltogetherIsItsCode() {
        assertThat(PAGE.rows()).containsExactly(List.of("a", "`b` or `c`"), List.of("d", "a \\| b"));
        assertThat(PAGE.row("d")).hasSize(2);
    }

    @Test
    void whatIsNotThereFailsWhoeverLooksForIt() {
        assertThatThrownBy(() -> DocsPage.of("docs/none.md")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> PAGE.section("Three"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("a page, Three");
        assertThatThrownBy(() -> PAGE.section("One").block("python"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("python");
        assertThatThrownBy(() -> PAGE.section("Two").rows()).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> PAGE.section("One").indented()).isInstanceOf(AssertionError.class);
    }

    @Test
    void aPageIsFoundFromTheFolderOfARoom() throws IOException {
        assertThat(DocsPage.of("docs/manifests.md").section("local.toml").rows())
                .isNotEmpty();
    }
}
