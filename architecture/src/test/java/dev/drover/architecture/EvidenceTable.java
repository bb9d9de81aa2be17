package dev.drover.architecture;

import dev.drover.architecture.source.RepositoryFiles;
import dev.drover.architecture.source.SourceDeclarations;
import dev.drover.architecture.source.SourceDeclarations.MethodDeclaration;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Claims of a page, each with the test that proves it. The rows are stored as text, one per line;
/// the page is generated from them, so that it has no claim without a test.
record EvidenceTable(List<Row> rows) {
  private static final Set<String> TESTS =
      Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory");

  /// @param subject the topic of the claim; consecutive rows on the same topic name it once
  /// @param test `Class#method`
  record Row(String subject, String place, String claim, String test) {
    private static Row of(String line) {
      var cells = line.split("\\|", -1);
      if (cells.length != 4) {
        throw new IllegalArgumentException("not four cells: " + line);
      }
      return new Row(cells[0].strip(), cells[1].strip(), cells[2].strip(), cells[3].strip());
    }

    private boolean isShownBy(MethodDeclaration method) {
      return test.equals(method.owner().simpleName() + "#" + method.simpleName());
    }
  }

  /// @param resource next to this class
  static EvidenceTable read(String resource) {
    try (InputStream file = EvidenceTable.class.getResourceAsStream(resource)) {
      return of(new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static EvidenceTable of(String text) {
    return new EvidenceTable(
        text.lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(Row::of)
            .toList());
  }

  /// Every method of every test in the repository.
  static List<MethodDeclaration> testMethods() {
    return RepositoryFiles.sources().stream()
        .filter(source -> source.isTest() && source.declaresTypes())
        .flatMap(source -> SourceDeclarations.methods(source).stream())
        .toList();
  }

  /// The tests named in rows that do not exist, or do not run in the default build.
  List<String> unshown(List<MethodDeclaration> methods) {
    return rows.stream()
        .filter(row -> methods.stream().noneMatch(method -> row.isShownBy(method) && runs(method)))
        .map(Row::test)
        .toList();
  }

  private static boolean runs(MethodDeclaration method) {
    var marks = method.tree().getModifiers().getAnnotations();
    return marks.stream().anyMatch(mark -> TESTS.contains(mark.getAnnotationType().toString()))
        && marks.stream().noneMatch(mark -> mark.getArguments().toString().contains("\"long\""));
  }

  /// The rows as Markdown, without the table header.
  String markdown() {
    var table = new StringBuilder();
    var before = "";
    for (var row : rows) {
      var subject = row.subject().equals(before) ? "" : row.subject();
      before = row.subject();
      table.append(
          "| %s | %s | %s | `%s` |\n".formatted(subject, row.place(), row.claim(), row.test()));
    }
    return table.toString();
  }
}
