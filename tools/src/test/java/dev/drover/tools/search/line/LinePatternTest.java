package dev.drover.tools.search.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.tools.search.line.LinePattern.Letters;
import java.io.ByteArrayInputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("D10")
@Timeout(60)
final class LinePatternTest {
  private static final List<String> PIECES =
      List.of(
          "a",
          "b",
          "abc",
          "foo",
          "B",
          "1",
          " ",
          "é",
          "ß",
          "k",
          "s",
          ".",
          "\\w",
          "\\W",
          "\\d",
          "\\s",
          "\\S",
          "[ab]",
          "[^a]",
          "[a-c1]",
          "[[:x]",
          "[é]",
          "\\b",
          "\\B",
          "^",
          "$",
          "|",
          "(",
          ")",
          "(?:",
          "(?=",
          "(?!",
          "(?<=a",
          "(?<n>",
          "(?>",
          "*",
          "+",
          "?",
          "*?",
          "++",
          "{2}",
          "{1,2}",
          "{0,}",
          "\\p{L}",
          "\\p{Lu}",
          "\\.",
          "\\t",
          "\\Qa.b\\E",
          "\\x41",
          "\\1",
          "(?i)",
          "\\u017f",
          "[a&&b]",
          "[]a]",
          "\\z",
          "\\h",
          "K");
  private static final List<String> WORDS =
      List.of(
          "a", "b", "c", "abc", "foo", "foobar", "A", "B", "1", "12", " ", "\t", ".", "a.b", "é",
          "É", "ß", "K", "ſ", "k", "s", "S", "\r", "€", "😀", "_", "]", "&");

  @Test
  void theFastPathFindsTheLinesThatTheExpressionMatches() throws Exception {
    compare(new SplittableRandom(15), 4_000);
  }

  @Test
  @Tag("long")
  @Timeout(600)
  void theFastPathAgreesForManyMoreExpressions() throws Exception {
    compare(new SplittableRandom(16), 400_000);
  }

  private static void compare(SplittableRandom random, int rounds) throws Exception {
    int randomText = 0;
    for (int i = 0; i < rounds; i++) {
      var regex = randomText(PIECES, random, 6);
      var letters = random.nextInt(3) == 0 ? Letters.ANY_CASE : Letters.AS_GIVEN;
      if (isExpression(regex)) {
        var lines = Stream.generate(() -> randomText(WORDS, random, 8)).limit(20).toList();
        var found = find(LinePattern.of(regex, letters), String.join("\n", lines));
        assertThat(found)
            .as("%s %s in %s", regex, letters, lines)
            .isEqualTo(expected(regex, letters, lines));
        randomText += found.isEmpty() || found.size() == 20 ? 0 : 1;
      }
    }
    // Otherwise the expressions are too unusual to test anything.
    assertThat(randomText).isGreaterThan(rounds / 10);
  }

  private static boolean isExpression(String regex) {
    try {
      Pattern.compile(regex);
      return true;
    } catch (PatternSyntaxException none) {
      return false;
    }
  }

  private static List<String> expected(String regex, Letters letters, List<String> lines) {
    int flags =
        Pattern.UNIX_LINES
            | Pattern.UNICODE_CASE
            | Pattern.UNICODE_CHARACTER_CLASS
            | (letters == Letters.ANY_CASE ? Pattern.CASE_INSENSITIVE : 0);
    var pattern = Pattern.compile(regex, flags).asPredicate();
    var all = new ArrayList<>(lines);
    if (all.getLast().isEmpty()) {
      // There is no line after the last line break.
      all.removeLast();
    }
    return all.stream().filter(pattern).toList();
  }

  private static String randomText(List<String> pieces, SplittableRandom random, int most) {
    return IntStream.range(0, random.nextInt(1, most))
        .mapToObj(_ -> pieces.get(random.nextInt(pieces.size())))
        .collect(Collectors.joining());
  }

  private static List<String> find(LinePattern pattern, String text) throws Exception {
    return find(pattern, text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> find(LinePattern pattern, byte[] text) throws Exception {
    var reader = new LineChunkReader();
    reader.open(Channels.newChannel(new ByteArrayInputStream(text)));
    var finder = pattern.finder();
    var found = new ArrayList<String>();
    for (var chunk = reader.next(); chunk != null; chunk = reader.next()) {
      finder.search(chunk);
      while (finder.next()) {
        found.add(chunk.text(finder.start(), finder.end()));
      }
    }
    return found;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          get\\w+Listener     ; Listener
          ^import java\\.util ; import java.util
          a(bcd)+e            ; bcd
          foo|bar             ; ''
          x*yz                ; yz
          \\Qa.b\\E\\d        ; a.b
          größe               ; größe
          """)
  void theLongestRequiredTextIsFound(String regex, String text) {
    var reading = LineRegexParser.read(regex, Pattern.UNIX_LINES).orElseThrow();
    assertThat(RequiredLiteral.of(reading.syntax())).isEqualTo(text);
  }

  @Test
  void nestedRepetitionIsLeftToTheExpression() throws Exception {
    assertThat(find(LinePattern.of("^b{1,2}{2}$", Letters.AS_GIVEN), "a\nb\nbb\nbbb"))
        .isEqualTo(expected("^b{1,2}{2}$", Letters.AS_GIVEN, List.of("a", "b", "bb", "bbb")));
    assertThat(find(LinePattern.of("b{1,2}{2}", Letters.AS_GIVEN), "a\nb\nbb\nbbb"))
        .isEqualTo(expected("b{1,2}{2}", Letters.AS_GIVEN, List.of("a", "b", "bb", "bbb")));
  }

  @Test
  void linesAreFoundAcrossChunks() throws Exception {
    var text = new StringBuilder();
    for (int i = 0; i < 100_000; i++) {
      text.append(i % 1_000 == 7 ? "needle " : "hay ").append(i).append('\n');
    }
    text.append("needle without line break");
    assertThat(find(LinePattern.of("needle", Letters.AS_GIVEN), text.toString()))
        .hasSize(101)
        .startsWith("needle 7", "needle 1007")
        .endsWith("needle 99007", "needle without line break");
    assertThat(find(LinePattern.of("[n]e+dle \\d*7$", Letters.AS_GIVEN), text.toString()))
        .hasSize(100);
  }

  @Test
  void aLongLineIsFoundAndATooLongLineIsRefused() throws Exception {
    var line = "x".repeat(1_000_000) + "needle";
    assertThat(find(LinePattern.of("needle", Letters.AS_GIVEN), "a\n" + line + "\nb"))
        .containsExactly(line);
    assertThatThrownBy(() -> find(LinePattern.of("needle", Letters.AS_GIVEN), "x".repeat(5 << 20)))
        .hasMessage("a line has more than 4194304 bytes");
  }

  @Test
  void theByteOrderMarkIsNotPartOfTheText() throws Exception {
    var pattern = LinePattern.of("^größe \\d$", Letters.AS_GIVEN);
    var text = "\uFEFFgröße 1\nandere\ngröße 2\n";
    for (var charset :
        List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      assertThat(find(pattern, text.getBytes(charset))).containsExactly("größe 1", "größe 2");
    }
    var long16 = "\uFEFF" + "€uro\n".repeat(200_000);
    assertThat(
            find(
                LinePattern.of("uro", Letters.AS_GIVEN),
                long16.getBytes(StandardCharsets.UTF_16LE)))
        .hasSize(200_000);
  }
}
