package dev.drover.cli.screen;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows of facts: aligned columns for people, one JSON object a row for programs.
public final class Table {
  private static final String BETWEEN = "  ";
  private static final String NOTHING = "-";

  private final List<String> columns;
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  /// @param columns by their names in JSON, in snake_case
  public Table(String... columns) {
    this.columns = List.of(columns);
  }

  /// @param values texts, numbers and instants, one for each column; null where there is none
  public void row(@Nullable Object... values) {
    if (values.length != columns.size()) {
      throw new IllegalArgumentException(
          "%d values for %d columns".formatted(values.length, columns.size()));
    }
    rows.add(values);
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  public void printJson(Printer out) {
    for (var row : rows) {
      var line = new JsonLine();
      for (int i = 0; i < row.length; i++) {
        line.with(columns.get(i), row[i]);
      }
      out.json(line);
    }
  }

  public void print(Printer out, Look look) {
    var cells = new ArrayList<String[]>();
    cells.add(columns.stream().map(name -> name.replace('_', ' ')).toArray(String[]::new));
    for (var row : rows) {
      cells.add(Arrays.stream(row).map(Table::shown).toArray(String[]::new));
    }
    var widths = new int[columns.size()];
    for (var row : cells) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], VisibleText.columns(row[i]));
      }
    }
    out.line(look.dim(line(cells.getFirst(), widths, look)));
    for (var row : cells.subList(1, cells.size())) {
      out.line(line(row, widths, look));
    }
  }

  /// The last column takes what is left of the line.
  private static String line(String[] row, int[] widths, Look look) {
    var line = new StringBuilder();
    for (int i = 0; i < row.length; i++) {
      line.append(i == 0 ? "" : BETWEEN).append(row[i]);
      if (i < row.length - 1) {
        line.append(" ".repeat(widths[i] - VisibleText.columns(row[i])));
      }
    }
    return Wording.clipped(line.toString().stripTrailing(), look.width(), look.signs());
  }

  private static String shown(@Nullable Object value) {
    return switch (value) {
      case null -> NOTHING;
      case Instant at -> Wording.date(at);
      case Long number -> Wording.grouped(number);
      default ->
          value.toString().isEmpty()
              ? NOTHING
              : Wording.seen(value.toString()).replaceAll("\\s+", " ");
    };
  }
}
