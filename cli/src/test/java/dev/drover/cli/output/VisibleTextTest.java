package dev.drover.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Characters that would control the terminal, hide or mislead become marks; others stay.
@Tag("J5")
class VisibleTextTest {
  @ParameterizedTest
  @ValueSource(
      ints = {
        0x00, 0x07, 0x08, 0x0B, 0x0D, 0x1B, 0x7F, 0x80, 0x85, 0x9B, 0x9D, 0x9F, 0xAD, 0x034F,
        0x061C, 0x115F, 0x1160, 0x17B4, 0x180B, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F,
        0x2028, 0x2029, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2060, 0x2061, 0x2066, 0x2067,
        0x2068, 0x2069, 0x206F, 0x2800, 0x3164, 0xD800, 0xDFFF, 0xE000, 0xFE00, 0xFE0E, 0xFE0F,
        0xFEFF, 0xFFA0, 0xFFF9, 0xFFFB, 0xFFFE, 0x1D173, 0xE0001, 0xE0041, 0xE007F, 0xE0100,
        0xF0000, 0x10FFFF
      })
  void whatCannotBeSeenIsAMark(int c) {
    var text = "a" + new String(Character.toChars(c)) + "b";
    var marked = "a⟨U+%04X⟩b".formatted(c);
    assertThat(VisibleText.of(text)).isEqualTo(marked);
    assertThat(VisibleText.prose(text)).isEqualTo(marked);
    assertThat(VisibleText.of(marked)).isEqualTo(marked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain ~!",
        "a\n\tb",
        "grüße Ελλάδα мир",
        "漢字かな한국어",
        "👍🏽 ❤️ 1️⃣ 🇩🇪",
        "e\u0301 o\u0302\u0301",
        "שלום عربي"
      })
  void whatPeopleWriteStays(String text) {
    assertThat(VisibleText.of(text)).isEqualTo(text);
    assertThat(VisibleText.prose(text)).isEqualTo(text);
  }

  @Test
  void joinedEmojiStayInProseAndAreSplitInExactText() {
    var family = "\ud83d\udc69\u200d\ud83d\udc67";
    assertThat(VisibleText.prose(family)).isEqualTo(family);
    assertThat(VisibleText.of(family)).isEqualTo("\ud83d\udc69⟨U+200D⟩\ud83d\udc67");
    assertThat(VisibleText.prose("r\u200dm")).isEqualTo("r⟨U+200D⟩m");
    assertThat(VisibleText.prose("\u0645\u06cc\u200c\u062e")).isEqualTo("\u0645\u06cc\u200c\u062e");
    assertThat(VisibleText.of("\u0645\u06cc\u200c\u062e")).isEqualTo("\u0645\u06cc⟨U+200C⟩\u062e");
  }

  @Test
  void unusualSpacesStayInProseOnly() {
    assertThat(VisibleText.prose("a\u00a0b")).isEqualTo("a\u00a0b");
    assertThat(VisibleText.of("a\u00a0b\u3000c")).isEqualTo("a⟨U+00A0⟩b⟨U+3000⟩c");
  }

  @Test
  void combiningMarksAreLimitedAndNeverAffectPrecedingText() {
    assertThat(VisibleText.of("\u0301a")).isEqualTo("⟨U+0301⟩a");
    assertThat(VisibleText.of("a \u0301")).isEqualTo("a ⟨U+0301⟩");
    assertThat(VisibleText.prose("a\u0301\u0302\u0303\u0304\u0305\u0306"))
        .isEqualTo("a\u0301\u0302\u0303\u0304⟨U+0305⟩⟨U+0306⟩");
    assertThat(VisibleText.of("r\u0336m\u20dd")).isEqualTo("r⟨U+0336⟩m⟨U+20DD⟩");
  }

  @ParameterizedTest
  @CsvSource({"abc,3", "漢字,4", "👍,2", "é,1", "⟨U+202E⟩,8"})
  void columnsAreCountedAsATerminalDoes(String text, int columns) {
    assertThat(VisibleText.columns(text)).isEqualTo(columns);
  }

  @Test
  void jsonWithEscapesIsTheSameJson() {
    assertThat(JsonLine.visible("{\"a\":\"\u009b\u202e\udb40\udc41é\"}", false))
        .isEqualTo("{\"a\":\"\\u009b\\u202e\\udb40\\udc41é\"}");
    assertThat(JsonLine.visible("{\"a\":\"é漢\"}", true)).isEqualTo("{\"a\":\"\\u00e9\\u6f22\"}");
  }

  @Test
  void noTextCanSetColours() {
    var bytes = new ByteArrayOutputStream();
    var look = new TerminalStyle(TerminalStyle.Colours.ON, LineSymbols.FINE, 40);
    var out = new ConsolePrinter(new PrintStream(bytes, false, StandardCharsets.UTF_8), () -> look);
    out.line(look.red("a\u001b[0m"), "\u001b[31mb");
    out.relay("\u001b[31mc\u001b[0m\u001b[8md\u001b[2J");
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            \u001b[31ma⟨U+001B⟩[0m\u001b[0m⟨U+001B⟩[31mb
            \u001b[31mc\u001b[0m⟨U+001B⟩[8md⟨U+001B⟩[2J
            """);
  }

  @Test
  void continuationRowsAreIndentedAndNothingIsLost() {
    var bytes = new ByteArrayOutputStream();
    var look = new TerminalStyle(TerminalStyle.Colours.OFF, LineSymbols.FINE, 20);
    var out = new ConsolePrinter(new PrintStream(bytes, false, StandardCharsets.UTF_8), () -> look);
    out.line("one two three four five\n? six");
    out.block("| ", "漢".repeat(10));
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo("one two three \n  four five\n  ? six\n| 漢漢漢漢漢漢漢漢漢\n| 漢\n");
  }
}
