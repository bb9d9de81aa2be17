package dev.drover.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Usage;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Single lines, and pieces of them.
class TextTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Printer out =
      new Printer(
          new PrintStream(bytes, false, StandardCharsets.UTF_8),
          () -> new Look(Look.Colours.OFF, Signs.FINE, 40));

  private String printed() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void jsonHasEveryCharacterInAFormThatCanBeRead() {
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
  void linesAreCutBetweenCharactersNotInside() {
    assertThat(Wording.clipped("😀😀😀😀", 5, Signs.FINE)).isEqualTo("😀😀…");
    assertThat(Wording.clipped("short", 5, Signs.FINE)).isEqualTo("short");
    assertThat(Wording.brief(" a\n  b\tc ", 80, Signs.FINE)).isEqualTo("a b c");
  }

  @Test
  void numbersAndTimesReadWell() {
    assertThat(Wording.count(1, "turn")).isEqualTo("1 turn");
    assertThat(Wording.count(1200, "event")).isEqualTo("1,200 events");
    assertThat(Wording.tokens(Usage.NONE)).isEmpty();
    assertThat(Wording.length(Duration.ofMillis(1250))).isEqualTo("1.3 s");
    assertThat(Wording.length(Duration.ofSeconds(125))).isEqualTo("2 min 5 s");
    assertThat(Wording.headline("\nfirst\n\nsecond\nthird\n")).isEqualTo("first (+2 lines)");
  }

  @Test
  void aLineThatWasBegunIsEndedBeforeTheNext() {
    out.piece("half");
    out.line("whole");
    out.gap();
    out.gap();
    out.line("last");
    assertThat(printed()).isEqualTo("half\nwhole\n\nlast\n");
  }

  @Test
  void wordsThatComeInPiecesAreBrokenIntoLinesBetweenThem() {
    var words = new Paragraph(out, 10, "", UnaryOperator.identity());
    for (var piece : List.of("one tw", "o three", " four", "teen\n\nincomprehensible ", "x")) {
      words.add(piece);
    }
    words.end();
    assertThat(printed()).isEqualTo("one two \nthree \nfourteen\n\nincomprehe\nnsible x");
  }

  @Test
  void aTableIsAlignedAndFitsTheScreen() {
    var table = new Table("name", "count", "what_it_is");
    table.row("a", 1000L, "x".repeat(50));
    table.row("longer", null, "");
    table.print(out, new Look(Look.Colours.OFF, Signs.FINE, 40));
    assertThat(printed())
        .isEqualTo(
            """
            name    count  what it is
            a       1,000  xxxxxxxxxxxxxxxxxxxxxxxx…
            longer  -      -
            """);
  }
}
