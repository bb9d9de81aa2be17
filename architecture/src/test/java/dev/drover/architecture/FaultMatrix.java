package dev.drover.architecture;

import dev.drover.architecture.source.Declarations.MethodDeclaration;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/// What breaks, where, what becomes of it, and which test shows that.
record FaultMatrix(List<Row> rows) {
  private static final String HEAD =
      """
      # Faults

      What breaks, where it strikes, and what becomes of it. Each row is shown by a test that runs with `mvn -B verify`. This page is
      made from [faults.txt](../architecture/src/test/resources/dev/drover/architecture/faults.txt); change that, and the test
      `FaultMatrixTest` says how the page is made anew.

      | fault | where | what becomes of it | shown by |
      | --- | --- | --- | --- |
      """;

  /// @param test `Class#method`
  record Row(String fault, String place, String end, String test) {
    private static Row of(String line) {
      var cells = line.split("\\|", -1);
      if (cells.length != 4) {
        throw new IllegalArgumentException("not four cells: " + line);
      }
      return new Row(cells[0].strip(), cells[1].strip(), cells[2].strip(), cells[3].strip());
    }

    boolean isShownBy(MethodDeclaration method) {
      return test.equals(method.owner().simpleName() + "#" + method.simpleName());
    }
  }

  static FaultMatrix read() {
    try (InputStream file = FaultMatrix.class.getResourceAsStream("faults.txt")) {
      return of(new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static FaultMatrix of(String text) {
    return new FaultMatrix(
        text.lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(Row::of)
            .toList());
  }

  /// The page, in the order of the matrix; a fault is named once.
  String page() {
    var page = new StringBuilder(HEAD);
    var before = "";
    for (var row : rows) {
      var fault = row.fault().equals(before) ? "" : row.fault();
      before = row.fault();
      page.append("| %s | %s | %s | `%s` |\n".formatted(fault, row.place(), row.end(), row.test()));
    }
    return page.toString();
  }
}
