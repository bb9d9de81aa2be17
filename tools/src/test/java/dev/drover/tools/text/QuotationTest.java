package dev.drover.tools.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.tools.text.QuotedText.Overlap;
import dev.drover.tools.text.QuotedText.Result;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("D8")
final class QuotationTest {
  @ParameterizedTest(name = "{0}")
  @MethodSource("quotations")
  void anInexactQuotationIsFoundAndItsReplacementAdapted(
      MatchLeniency how, String text, QuotedText quotation, String after) {
    var found = (Result.Found) quotation.findIn(text, Overlap.COUNTED);
    assertThat(found.how()).isEqualTo(how);
    assertThat(found.splices()).hasSize(1);
    var splice = found.splices().getFirst();
    assertThat(
            text.substring(0, splice.start()) + splice.replacement() + text.substring(splice.end()))
        .isEqualTo(after);
  }

  static List<Arguments> quotations() {
    return List.of(
        row(MatchLeniency.EXACT, "a b\n", quote("a b", "c"), "c\n"),
        row(MatchLeniency.TRAILING_SPACE, "a  \nb\t\nc\n", quote("a\nb\nc", "x\ny"), "x\ny\n"),
        row(MatchLeniency.TRAILING_SPACE, "a\nb\nc\n", quote("a \nb\n", "x\n"), "x\nc\n"),
        row(
            MatchLeniency.TYPOGRAPHY,
            "say “hi” – ok\n",
            quote("\"hi\" - ok", "'yo'"),
            "say 'yo'\n"),
        row(MatchLeniency.TYPOGRAPHY, "it's a\u00A0b\n", quote("it’s a b", "x"), "x\n"),
        // More indentation.
        row(
            MatchLeniency.INDENTATION,
            "    if (a) {\n        b();\n    }\n",
            quote("if (a) {\n    b();\n}", "if (c) {\n    b();\n\n    d();\n}"),
            "    if (c) {\n        b();\n\n        d();\n    }\n"),
        // Less indentation.
        row(
            MatchLeniency.INDENTATION,
            "if (a) {\n  b();\n}\n",
            quote("    if (a) {\n      b();\n    }\n", "    if (c) {\n      d();\n    }\n"),
            "if (c) {\n  d();\n}\n"),
        // Spaces for tabs, and vice versa.
        row(
            MatchLeniency.INDENTATION,
            "\tif (a) {\n\t\tb();\n\t}\n",
            quote("    if (a) {\n        b();\n    }", "    if (a) {\n        c();\n    }"),
            "\tif (a) {\n\t\tc();\n\t}\n"),
        row(
            MatchLeniency.INDENTATION,
            "  if (a) {\n    b();\n  }\n",
            quote("\tif (a) {\n\t\tb();\n\t}", "\tif (a) {\n\t\tc();\n\t\t\td();\n\t}"),
            "  if (a) {\n    c();\n      d();\n  }\n"),
        // Indentation steps of another width.
        row(
            MatchLeniency.INDENTATION,
            "a {\n    b {\n        c\n    }\n}\n",
            quote("a {\n  b {\n    c\n  }\n}", "a {\n  b {\n    d\n  }\n}"),
            "a {\n    b {\n        d\n    }\n}\n"),
        // Only the first line was quoted without its indentation.
        row(
            MatchLeniency.INDENTATION,
            "    a {\n        b\n    }\n",
            quote("a {\n    b\n}", "a {\n    c\n}"),
            "    a {\n        c\n    }\n"),
        row(MatchLeniency.WHITE_SPACE, "f(a,  b,\tc)\n", quote("f(a, b, c)", "f()"), "f()\n"),
        row(
            MatchLeniency.WHITE_SPACE,
            "  int  a = 1;\n  int bb = 2;\n",
            quote("int a = 1;\nint bb = 2;", "int a = 3;\nint b = 4;"),
            "  int a = 3;\n  int b = 4;\n"),
        row(MatchLeniency.ALL, "  “a”  b\n", quote("\"a\" b", "c"), "  c\n"));
  }

  @Test
  void theFirstLeniencyThatMatchesIsUsed() {
    assertThat(quote("a\nb", "c").findIn("a\nb\n a \n b\n", Overlap.COUNTED))
        .isEqualTo(new Result.Found(List.of(new TextSplice(0, 3, "c")), MatchLeniency.EXACT));
  }

  @Test
  void everyOccurrenceIsFound() {
    assertThat(quote("“a”", "c").findIn("\"a\" \"a\"\n", Overlap.LEFT_OUT))
        .isEqualTo(
            new Result.Found(
                List.of(new TextSplice(0, 3, "c"), new TextSplice(4, 7, "c")),
                MatchLeniency.TYPOGRAPHY));
  }

  @Test
  void textQuotedWithItsIndentationDoesNotMatchInsideALine() {
    assertThat(quote("   b()", "c()").findIn("x = a.b();\n", Overlap.COUNTED))
        .isEqualTo(new Result.NotFound());
  }

  @Test
  void wordsAndLineBreaksAreNeverIgnored() {
    assertThat(quote("ab", "c").findIn("a b\n", Overlap.COUNTED)).isEqualTo(new Result.NotFound());
    assertThat(quote("a b", "c").findIn("a\nb\n", Overlap.COUNTED))
        .isEqualTo(new Result.NotFound());
    assertThat(quote("a\nb", "c").findIn("a\n\nb\n", Overlap.COUNTED))
        .isEqualTo(new Result.NotFound());
    assertThat(quote(" \n ", "c").findIn("a\n\nb\n", Overlap.COUNTED))
        .isEqualTo(new Result.NotFound());
  }

  @Test
  void aMatchFarLongerThanTheQuotationIsRefused() {
    var text = "a" + " ".repeat(300) + "b\n";
    assertThat(quote("a b", "c").findIn(text, Overlap.COUNTED))
        .isEqualTo(new Result.TooMuch(0, MatchLeniency.WHITE_SPACE));
  }

  @Test
  void irregularIndentationIsRefused() {
    assertThat(quote("a {\nb\n}", "c").findIn("x\n  a {\n       b\n }\n", Overlap.COUNTED))
        .isEqualTo(new Result.UnevenIndentation(4));
  }

  private static Arguments row(MatchLeniency how, String text, QuotedText quotation, String after) {
    return Arguments.of(how, text, quotation, after);
  }

  private static QuotedText quote(String old, String replacement) {
    return new QuotedText(old, replacement);
  }
}
