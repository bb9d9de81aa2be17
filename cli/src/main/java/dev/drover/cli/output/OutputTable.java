package dev.drover.cli.output;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A table: aligned columns for people, one JSON object per row for programs.
public final class OutputTable {
  private static final String BETWEEN = "  ";
  private static final String NOTHING = "-";

  private final List<String> columns;
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  /// @param columns their names in JSON, in snake_case
  public OutputTable(String... columns) {
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

  public void printJson(ConsolePrinter out) {
    for (var row : rows) {
      var line = new JsonLine();
      for (int i = 0; i < row.length; i++) {
        line.with(columns.get(i), row[i]);
      }
      out.json(line);
    }
  }

  public void print(ConsolePrinter out, TerminalStyle style) {
    var cells = new ArrayList<String[]>();
    cells.add(columns.stream().map(name -> name.replace('_', ' ')).toArray(String[]::new));
    for (var row : rows) {
      cells.add(Arrays.stream(row).map(OutputTable::shown).toArray(String[]::new));
    }
    var widths = new int[columns.size()];
    for (var row : cells) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], VisibleText.columns(row[i]));
      }
    }
    out.line(style.dim(line(cells.getFirst(), widths, style)));
    for (var row : cells.subList(1, cells.size())) {
      out.line(line(row, widths, style));
    }
  }

  /// The last column takes the rest of the line.
  private static String line(String[] row, int[] widths, TerminalStyle style) {
    var line = new StringBuilder();
    for (int i = 0; i < row.length; i++) {
      line.append(i == 0 ? "" : BETWEEN).append(row[i]);
      if (i < row.length - 1) {
        line.append(" ".repeat(widths[i] - VisibleText.columns(row[i])));
      }
    }
    return DisplayFormats.clipped(line.toString().stripTrailing(), style.width(), style.signs());
  }

  private static String shown(@Nullable Object value) {
    return switch (value) {
      case null -> NOTHING;
      case Instant at -> DisplayFormats.date(at);
      case Long number -> DisplayFormats.grouped(number);
      default ->
          value.toString().isEmpty()
              ? NOTHING
              : DisplayFormats.visible(value.toString()).replaceAll("\\s+", " ");
    };
  }
}
