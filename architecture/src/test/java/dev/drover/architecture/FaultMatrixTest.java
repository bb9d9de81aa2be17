package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.architecture.EvidenceTable.Row;
import dev.drover.architecture.source.JavacReader;
import dev.drover.architecture.source.RepositoryFiles;
import dev.drover.architecture.source.SourceDeclarations;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The page of faults lists exactly the behaviour that tests prove.
class FaultMatrixTest {
  private static final String HEAD =
      """
      # Faults

      This page lists faults, where they occur, and their effect. Each row is shown by a test that runs with `mvn -B verify`. The page is
      generated from [faults.txt](../architecture/src/test/resources/dev/drover/architecture/faults.txt). After a change of that file, the
      test `FaultMatrixTest` writes the new page.

      | fault | where | effect | shown by |
      | --- | --- | --- | --- |
      """;

  private static final Set<String> EXPECTED =
      Set.of(
          "process killed",
          "disk full",
          "I/O error at commit",
          "locked",
          "corrupt page",
          "clock going back",
          "provider hang",
          "provider garbage",
          "tool hang",
          "tool that ignores interrupts",
          "hook that hangs",
          "watcher that never reads",
          "two processes on one session",
          "out of memory in a tool",
          "stack overflow in a tool",
          "interrupted threads");

  private static final EvidenceTable FAULTS = EvidenceTable.read("faults.txt");

  @Test
  void everyFaultIsInTheMatrix() {
    assertThat(FAULTS.rows()).extracting(Row::subject).containsAll(EXPECTED);
  }

  @Test
  void everyRowIsProvenByATestOfTheDefaultBuild() {
    assertThat(FAULTS.unshown(EvidenceTable.testMethods())).isEmpty();
  }

  @Test
  void aRowWithoutATestIsFound() {
    var table =
        EvidenceTable.of(
            """
            a | b | c | SomeTest#runs
            a | b | c | SomeTest#isNoTest
            a | b | c | SomeTest#takesLong
            a | b | c | SomeTest#isNotThere
            """);
    var sample =
        JavacReader.parse(
            "runtime/src/test/java/dev/drover/runtime/SomeTest.java",
            """
            class SomeTest {
              @Test void runs() {}
              void isNoTest() {}
              @Test @Tag("long") void takesLong() {}
            }
            """);
    assertThat(table.unshown(SourceDeclarations.methods(sample)))
        .containsExactly("SomeTest#isNoTest", "SomeTest#takesLong", "SomeTest#isNotThere");
  }

  @Test
  void thePageIsGeneratedFromTheMatrix() throws IOException {
    var page = HEAD + FAULTS.markdown();
    var made = RepositoryFiles.root().resolve("architecture/target/FAULTS.md");
    Files.writeString(made, page);
    assertThat(RepositoryFiles.read(RepositoryFiles.root().resolve("docs/FAULTS.md")))
        .as("docs/FAULTS.md; the right one was written to %s: copy it", made)
        .isEqualTo(page);
  }
}
