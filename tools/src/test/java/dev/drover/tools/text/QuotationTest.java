package dev.drover.tools.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.tools.text.Quotation.Overlap;
import dev.drover.tools.text.Quotation.Result;
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
  void whatWasQuotedInexactlyIsFoundAndWhatReplacesItFits(
      Leniency how, String text, Quotation quotation, String after) {
    var found = (Result.Found) quotation.in(text, Overlap.COUNTED);
    assertThat(found.how()).isEqualTo(how);
    assertThat(found.splices()).hasSize(1);
    var splice = found.splices().getFirst();
    assertThat(
            text.substring(0, splice.start()) + splice.replacement() + text.substring(splice.end()))
        .isEqualTo(after);
  }

  static List<Arguments> quotations() {
    return List.of(
        row(Leniency.EXACT, "a b\n", quote("a b", "c"), "c\n"),
        row(Leniency.TRAILING_SPACE, "a  \nb\t\nc\n", quote("a\nb\nc", "x\ny"), "x\ny\n"),
        row(Leniency.TRAILING_SPACE, "a\nb\nc\n", quote("a \nb\n", "x\n"), "x\nc\n"),
        row(Leniency.TYPOGRAPHY, "say “hi” – ok\n", quote("\"hi\" - ok", "'yo'"), "say 'yo'\n"),
        row(Leniency.TYPOGRAPHY, "it's a\u00A0b\n", quote("it’s a b", "x"), "x\n"),
        // More of the same.
        row(
            Leniency.INDENTATION,
            "    if (a) {\n        b();\n    }\n",
            quote("if (a) {\n    b();\n}", "if (c) {\n    b();\n\n    d();\n}"),
            "    if (c) {\n        b();\n\n        d();\n    }\n"),
        // Less of it.
        row(
            Leniency.INDENTATION,
            "if (a) {\n  b();\n}\n",
            quote("    if (a) {\n      b();\n    }\n", "    if (c) {\n      d();\n    }\n"),
            "if (c) {\n  d();\n}\n"),
        // Spaces for tabs, and the other way round.
        row(
            Leniency.INDENTATION,
            "\tif (a) {\n\t\tb();\n\t}\n",
            quote("    if (a) {\n        b();\n    }", "    if (a) {\n        c();\n    }"),
            "\tif (a) {\n\t\tc();\n\t}\n"),
        row(
            Leniency.INDENTATION,
            "  if (a) {\n    b();\n  }\n",
            quote("\tif (a) {\n\t\tb();\n\t}", "\tif (a) {\n\t\tc();\n\t\t\td();\n\t}"),
            "  if (a) {\n    c();\n      d();\n  }\n"),
        // Steps of another width.
        row(
            Leniency.INDENTATION,
            "a {\n    b {\n        c\n    }\n}\n",
            quote("a {\n  b {\n    c\n  }\n}", "a {\n  b {\n    d\n  }\n}"),
            "a {\n    b {\n        d\n    }\n}\n"),
        // Only the first line was quoted without its own.
        row(
            Leniency.INDENTATION,
            "    a {\n        b\n    }\n",
            quote("a {\n    b\n}", "a {\n    c\n}"),
            "    a {\n        c\n    }\n"),
        row(Leniency.WHITE_SPACE, "f(a,  b,\tc)\n", quote("f(a, b, c)", "f()"), "f()\n"),
        row(
            Leniency.WHITE_SPACE,
            "  int  a = 1;\n  int bb = 2;\n",
            quote("int a = 1;\nint bb = 2;", "int a = 3;\nint b = 4;"),
            "  int a = 3;\n  int b = 4;\n"),
        row(Leniency.ALL, "  “a”  b\n", quote("\"a\" b", "c"), "  c\n"));
  }

  @Test
  void theFirstKindThatFitsAnywhereIsTheOneThatCounts() {
    assertThat(quote("a\nb", "c").in("a\nb\n a \n b\n", Overlap.COUNTED))
        .isEqualTo(new Result.Found(List.of(new Splice(0, 3, "c")), Leniency.EXACT));
  }

  @Test
  void everyPlaceIsFound() {
    assertThat(quote("“a”", "c").in("\"a\" \"a\"\n", Overlap.LEFT_OUT))
        .isEqualTo(
            new Result.Found(
                List.of(new Splice(0, 3, "c"), new Splice(4, 7, "c")), Leniency.TYPOGRAPHY));
  }

  @Test
  void whatWasQuotedWithItsIndentationIsNotFoundInTheMiddleOfALine() {
    assertThat(quote("   b()", "c()").in("x = a.b();\n", Overlap.COUNTED))
        .isEqualTo(new Result.Nowhere());
  }

  @Test
  void wordsAndLineBreaksAreNeverOverlooked() {
    assertThat(quote("ab", "c").in("a b\n", Overlap.COUNTED)).isEqualTo(new Result.Nowhere());
    assertThat(quote("a b", "c").in("a\nb\n", Overlap.COUNTED)).isEqualTo(new Result.Nowhere());
    assertThat(quote("a\nb", "c").in("a\n\nb\n", Overlap.COUNTED)).isEqualTo(new Result.Nowhere());
    assertThat(quote(" \n ", "c").in("a\n\nb\n", Overlap.COUNTED)).isEqualTo(new Result.Nowhere());
  }

  @Test
  void whatTakesUpFarMoreThanWasQuotedIsRefused() {
    var text = "a" + " ".repeat(300) + "b\n";
    assertThat(quote("a b", "c").in(text, Overlap.COUNTED))
        .isEqualTo(new Result.TooMuch(0, Leniency.WHITE_SPACE));
  }

  @Test
  void indentationThatFollowsNoRuleIsRefused() {
    assertThat(quote("a {\nb\n}", "c").in("x\n  a {\n       b\n }\n", Overlap.COUNTED))
        .isEqualTo(new Result.Uneven(4));
  }

  private static Arguments row(Leniency how, String text, Quotation quotation, String after) {
    return Arguments.of(how, text, quotation, after);
  }

  private static Quotation quote(String old, String replacement) {
    return new Quotation(old, replacement);
  }
}
