package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.architecture.source.JavacReader;
import dev.drover.architecture.source.RepositoryFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The examples in the documentation compile against the exported packages only.
///
/// A block is a whole source file; a compact one is allowed, and needs no main method if it shows
/// code that is called.
class ExamplesTest {
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "<!-- this example is compiled by the build -->\\s*```java\\n(.*?)```", Pattern.DOTALL);

  static List<Path> pages() {
    return List.of(
        RepositoryFiles.root().resolve("README.md"),
        RepositoryFiles.root().resolve("docs/SESSIONS.md"),
        RepositoryFiles.root().resolve("docs/GRAPH.md"),
        RepositoryFiles.root().resolve("docs/HOOKS.md"),
        RepositoryFiles.root().resolve("docs/BUDGETS.md"),
        RepositoryFiles.root().resolve("docs/MODELS.md"));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void theExamplesOfAPageCompile(Path page) {
    var text = RepositoryFiles.read(page);
    var examples = examples(text);
    assertThat(examples).as("the marked examples of %s", page).isNotEmpty();
    assertThat(examples).hasSize(text.split("```java", -1).length - 1);
    examples.forEach(ExamplesTest::compile);
  }

  @Test
  void aMissingMarkerIsFound() {
    assertThat(examples("# Drover\n```java\nvoid main() {}\n```\n")).isEmpty();
    assertThat(
            examples(
                """
                <!-- this example is compiled by the build -->
                ```java
                void main() {}
                ```
                """))
        .containsExactly("void main() {}\n");
  }

  @Test
  void anExampleThatDoesNotCompileIsFound() {
    compile("void main() { IO.println(dev.drover.spi.store.Journal.class); }");
    assertThatThrownBy(() -> compile("void main() { new Nowhere(); }"))
        .hasMessageContaining("Example.java:1: cannot find symbol");
    assertThatThrownBy(() -> compile("void main() { dev.drover.cli.Main.main(); }"))
        .hasMessageContaining("package dev.drover.cli is not visible");
  }

  private static List<String> examples(String page) {
    return EXAMPLE.matcher(page).results().map(found -> found.group(1)).toList();
  }

  private static void compile(String example) {
    JavacReader.check(
        "Example.java",
        example.contains("void main(") ? example : example + "void main() {}\n",
        List.of(
            "-proc:none",
            "-classpath",
            "",
            "--module-path",
            System.getProperty("java.class.path"),
            "--add-modules",
            "dev.drover.runtime,dev.drover.commands,dev.drover.files,dev.drover.store.jdbc,dev.drover.model.script,dev.drover.model.http,dev.drover.model.langchain4j,dev.drover.tools"));
  }
}
