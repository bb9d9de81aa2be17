package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.architecture.FaultMatrix.Row;
import dev.drover.architecture.source.Declarations;
import dev.drover.architecture.source.Declarations.MethodDeclaration;
import dev.drover.architecture.source.Javac;
import dev.drover.architecture.source.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The page of faults is what the tests show, and nothing that they do not.
class FaultMatrixTest {
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

  private static final Set<String> TESTS = Set.of("Test", "ParameterizedTest", "RepeatedTest");

  private static final FaultMatrix MATRIX = FaultMatrix.read();

  @Test
  void everyFaultIsInTheMatrix() {
    assertThat(MATRIX.rows()).extracting(Row::fault).containsAll(EXPECTED);
  }

  @Test
  void everyRowIsShownByATestOfTheEverydayBuild() {
    var tests =
        Repository.sources().stream()
            .filter(source -> source.isTest() && source.declaresTypes())
            .flatMap(source -> Declarations.methods(source).stream())
            .toList();
    assertThat(unshown(MATRIX, tests)).isEmpty();
  }

  @Test
  void aRowWithoutSuchATestIsFound() {
    var matrix =
        FaultMatrix.of(
            """
            a | b | c | SomeTest#runs
            a | b | c | SomeTest#isNoTest
            a | b | c | SomeTest#takesLong
            a | b | c | SomeTest#isNotThere
            """);
    var sample =
        Javac.parse(
            "runtime/src/test/java/dev/drover/runtime/SomeTest.java",
            """
            class SomeTest {
              @Test void runs() {}
              void isNoTest() {}
              @Test @Tag("long") void takesLong() {}
            }
            """);
    assertThat(unshown(matrix, Declarations.methods(sample)))
        .containsExactly("SomeTest#isNoTest", "SomeTest#takesLong", "SomeTest#isNotThere");
  }

  @Test
  void thePageIsMadeFromTheMatrix() throws IOException {
    var made = Repository.root().resolve("architecture/target/FAULTS.md");
    Files.writeString(made, MATRIX.page());
    assertThat(Repository.read(Repository.root().resolve("docs/FAULTS.md")))
        .as("docs/FAULTS.md; the right one was written to %s: copy it", made)
        .isEqualTo(MATRIX.page());
  }

  private static List<String> unshown(FaultMatrix matrix, List<MethodDeclaration> methods) {
    return matrix.rows().stream()
        .filter(row -> methods.stream().noneMatch(method -> row.isShownBy(method) && runs(method)))
        .map(Row::test)
        .toList();
  }

  private static boolean runs(MethodDeclaration method) {
    var marks = method.tree().getModifiers().getAnnotations();
    return marks.stream().anyMatch(mark -> TESTS.contains(mark.getAnnotationType().toString()))
        && marks.stream().noneMatch(mark -> mark.getArguments().toString().contains("\"long\""));
  }
}
