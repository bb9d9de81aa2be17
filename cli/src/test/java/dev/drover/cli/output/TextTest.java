package dev.drover.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.value.Usage;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Formatting of single lines and parts of lines.
class TextTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final ConsolePrinter out =
      new ConsolePrinter(
          new PrintStream(bytes, false, StandardCharsets.UTF_8),
          () -> new TerminalStyle(TerminalStyle.Colours.OFF, LineSymbols.FINE, 40));

  private String printed() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void jsonEscapesEveryCharacterCorrectly() {
    var line =
        new JsonLine()
            .with("text", "a\"b\\c\nd\te\u0001é😀\ud800")
            .with("number", 7L)
            .with("none", null)
            .with("list", List.of("x", 1, true));
    assertThat(line.toString())
        .isEqualTo(
            "{\"text\":\"a\\\"b\\\\c\\n"
                + "d\\te\\u0001é😀\\ud800\",\"number\":7,\"none\":null,\"list\":[\"x\",1,true]}");
  }

  @Test
  void linesAreCutBetweenCharacters() {
    assertThat(DisplayFormats.clipped("😀😀😀😀", 5, LineSymbols.FINE)).isEqualTo("😀😀…");
    assertThat(DisplayFormats.clipped("short", 5, LineSymbols.FINE)).isEqualTo("short");
    assertThat(DisplayFormats.brief(" a\n  b\tc ", 80, LineSymbols.FINE)).isEqualTo("a b c");
  }

  @Test
  void numbersAndTimesAreFormattedForPeople() {
    assertThat(DisplayFormats.count(1, "turn")).isEqualTo("1 turn");
    assertThat(DisplayFormats.count(1200, "event")).isEqualTo("1,200 events");
    assertThat(DisplayFormats.tokens(Usage.NONE)).isEmpty();
    assertThat(DisplayFormats.length(Duration.ofMillis(1250))).isEqualTo("1.3 s");
    assertThat(DisplayFormats.length(Duration.ofSeconds(125))).isEqualTo("2 min 5 s");
    assertThat(DisplayFormats.headline("\nfirst\n\nsecond\nthird\n")).isEqualTo("first (+2 lines)");
  }

  @Test
  void anOpenLineIsEndedBeforeTheNext() {
    out.piece("half");
    out.line("whole");
    out.gap();
    out.gap();
    out.line("last");
    assertThat(printed()).isEqualTo("half\nwhole\n\nlast\n");
  }

  @Test
  void streamedTextIsWrappedBetweenWords() {
    var words = new ParagraphWriter(out, 10, "", UnaryOperator.identity());
    for (var piece : List.of("one tw", "o three", " four", "teen\n\nincomprehensible ", "x")) {
      words.add(piece);
    }
    words.end();
    assertThat(printed()).isEqualTo("one two \nthree \nfourteen\n\nincomprehe\nnsible x");
  }

  @Test
  void aTableIsAlignedAndFitsTheScreen() {
    var table = new OutputTable("name", "count", "what_it_is");
    table.row("a", 1000L, "x".repeat(50));
    table.row("longer", null, "");
    table.print(out, new TerminalStyle(TerminalStyle.Colours.OFF, LineSymbols.FINE, 40));
    assertThat(printed())
        .isEqualTo(
            """
            name    count  what it is
            a       1,000  xxxxxxxxxxxxxxxxxxxxxxxx…
            longer  -      -
            """);
  }
}
