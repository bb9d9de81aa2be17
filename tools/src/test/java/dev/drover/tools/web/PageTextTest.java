package dev.drover.tools.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("D13")
final class PageTextTest {
  private static final int MEGABYTE = 1_000_000;

  private static String of(String html) {
    return HtmlTextExtractor.of(html, "https://pages.test/dir/page");
  }

  /// Each of these made a parser or an expression take quadratic time.
  static Stream<String> pagesThatTookLong() {
    return Stream.concat(
        Stream.of(
                "<table><b>",
                "<table><tr><td>",
                "<div>",
                "<p><b>",
                "<b>",
                "<a href=x>y",
                "<nobr>",
                "<svg>",
                "<p hidden>",
                "<!--",
                "<!",
                "<script>",
                "</script",
                "<title>",
                "&",
                "&#",
                "&ampampampampampampampampampampampampampampampampampampamp",
                "<x a=",
                "<x a='",
                "<x \"",
                "<x a a ",
                "<",
                "</",
                "</p",
                "<a ",
                "<pre> ",
                "<pre>\n \n",
                "</pre")
            .map(unit -> unit.repeat(MEGABYTE / unit.length())),
        Stream.of(
            "<pre>" + " ".repeat(MEGABYTE) + "x",
            "x" + " \t".repeat(MEGABYTE / 2) + "x",
            "<pre>" + "\n".repeat(MEGABYTE) + "x",
            "<x "
                + IntStream.range(0, MEGABYTE / 8)
                    .mapToObj(n -> "a" + n)
                    .collect(Collectors.joining(" "))
                + ">"));
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("pagesThatTookLong")
  @Timeout(10)
  void aPageTakesLinearTime(String page) {
    assertThat(of(page).length()).isLessThanOrEqualTo(10 * page.length());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "a&amp;b &lt;i&gt; &#65;&#x42; &copy; &nope; & c, a&b <i> AB © &nope; & c",
        "1 < 2 and 3 > 2, 1 < 2 and 3 > 2",
        "<P>One</p >two, One\\n\\ntwo",
        "<ul><li>a<li>b</ul>, - a\\n- b",
        "<table><tr><td>a</td><td>b</td></tr><tr><td>c</table>, | a | b\\n | c",
        "<p hidden>x<p>y, y",
        "<div hidden>x<div>y</div>z</div>w, w",
        "a<script>if (1 < 2) '</p>'</script>b, ab",
        "a<SCRIPT>x</ScRiPt >b, ab",
        "a<svg><title>t</title><path d='x'/></svg>b, ab",
        "a<br>b<br/>c, a\\nb\\nc",
        "a<img alt='>' src=x>b, ab",
        "a<!-- <p> -- > -->b, ab",
        "<title>A  &amp; B</title><h1>C</h1>d, # A & B\\n# C\\n\\nd",
        "<a href=other>x</a>, x (https://pages.test/dir/other)",
        "<a href='//b.test/?q=1&amp;r=2'>x, x (https://b.test/?q=1&r=2)",
        "<a href='javascript:x()'>x</a> <a href=/y> </a>z, x z",
        "<a href='ht tp:[x'>x</a>, x",
        "<pre>a  b\\n  c</pre>  d   e, a  b\\n  c\\nd e",
        "<textarea><b>x</textarea>, <b>x",
        "a <b>b</b> c, a b c"
      })
  void aPageIsConvertedToText(String html, String text) {
    assertThat(of(html.replace("\\n", "\n"))).isEqualTo(text.replace("\\n", "\n"));
  }

  @Test
  void atMostOneEmptyLineSeparatesParagraphs() {
    assertThat(of("<p>a</p><p> </p><div><p></p></div><p>b</p>")).isEqualTo("a\n\nb");
  }
}
