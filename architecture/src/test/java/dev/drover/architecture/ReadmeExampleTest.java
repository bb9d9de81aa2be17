package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.architecture.source.Javac;
import dev.drover.architecture.source.Repository;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The first code a newcomer copies compiles, against what the modules export and nothing more.
///
/// The block is a whole file, as one would save and start it; a compact one will do.
class ReadmeExampleTest {
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "<!-- this example is compiled by the build -->\\s*```java\\n(.*?)```", Pattern.DOTALL);

  @Test
  void theExampleOfTheReadmeCompiles() {
    var readme = Repository.read(Repository.root().resolve("README.md"));
    var example = example(readme);
    assertThat(example).as("the marked example in README.md").isPresent();
    compile(example.orElseThrow());
  }

  @Test
  void aMissingMarkIsFound() {
    assertThat(example("# Drover\n```java\nvoid main() {}\n```\n")).isEmpty();
    assertThat(
            example(
                """
                <!-- this example is compiled by the build -->
                ```java
                void main() {}
                ```
                """))
        .contains("void main() {}\n");
  }

  @Test
  void anExampleThatDoesNotCompileIsFound() {
    compile("void main() { IO.println(dev.drover.spi.store.Journal.class); }");
    assertThatThrownBy(() -> compile("void main() { new Nowhere(); }"))
        .hasMessageContaining("Example.java:1: cannot find symbol");
    assertThatThrownBy(() -> compile("void main() { dev.drover.cli.Main.main(); }"))
        .hasMessageContaining("package dev.drover.cli is not visible");
  }

  private static Optional<String> example(String readme) {
    var found = EXAMPLE.matcher(readme);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  private static void compile(String example) {
    Javac.check(
        "Example.java",
        example,
        List.of(
            "-proc:none",
            "-classpath",
            "",
            "--module-path",
            System.getProperty("java.class.path"),
            "--add-modules",
            "dev.drover.runtime,dev.drover.store.jdbc,dev.drover.model.script,dev.drover.tools"));
  }
}
