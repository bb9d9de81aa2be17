package dev.drover.cli.output;

import java.util.ArrayList;
import java.util.List;

/// A text with a style for each part. It contains no terminal codes: only the [ConsolePrinter]
/// writes those, so a text cannot inject any.
///
/// Converting it to a string loses the styles; pass the parts to the printer one by one instead.
public final class StyledText {
  private final List<Span> spans;

  private StyledText(List<Span> spans) {
    this.spans = List.copyOf(spans);
  }

  /// All styles.
  enum Style {
    PLAIN(""),
    BOLD("1"),
    DIM("2"),
    RED("31"),
    GREEN("32"),
    YELLOW("33"),
    CYAN("36");

    final String code;

    Style(String code) {
      this.code = code;
    }
  }

  /// @param text visible
  record Span(String text, Style style) {}

  /// @param parts styled texts, which keep their styles, and others, which are made visible
  public static StyledText of(Object... parts) {
    return in(Style.PLAIN, parts);
  }

  static StyledText in(Style style, Object... parts) {
    var spans = new ArrayList<Span>(parts.length);
    for (var part : parts) {
      switch (part) {
        case StyledText styled ->
            styled.spans.forEach(
                span ->
                    spans.add(span.style() == Style.PLAIN ? new Span(span.text(), style) : span));
        default -> spans.add(new Span(VisibleText.of(part.toString()), style));
      }
    }
    return new StyledText(spans);
  }

  /// Text of a person or a model, for reading.
  public static StyledText prose(String text) {
    return new StyledText(List.of(new Span(VisibleText.prose(text), Style.PLAIN)));
  }

  static StyledText spanning(List<Span> spans) {
    return new StyledText(spans);
  }

  List<Span> spans() {
    return spans;
  }

  /// The text without styles.
  @Override
  public String toString() {
    var text = new StringBuilder();
    spans.forEach(span -> text.append(span.text()));
    return text.toString();
  }
}
