package dev.drover.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("D3")
final class HeadAndTailTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 100})
  void outputWithinTheLimitIsKeptCompletely(int piece) {
    assertThat(kept(10, "0123456789", piece)).isEqualTo("0123456789");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 100})
  void theMiddleOfALongOutputIsDroppedAndCounted(int piece) {
    assertThat(kept(10, "abcdefghijklmnopqrstuvwxyz", piece))
        .isEqualTo("abcde\n[… 16 of 26 bytes left out …]\nvwxyz");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 100})
  void noCharacterIsCutInTwo(int piece) {
    // Two, three and four bytes; the cuts are inside a character at both ends.
    assertThat(kept(10, "aää" + "x".repeat(10) + "ääz", piece))
        .isEqualTo("aää\n[… 10 of 20 bytes left out …]\nääz");
    assertThat(kept(10, "aäää" + "x".repeat(10) + "äää", piece))
        .isEqualTo("aää\n[… 14 of 23 bytes left out …]\nää");
    assertThat(kept(10, "aa€€" + "x".repeat(10) + "€€€", piece))
        .isEqualTo("aa€\n[… 19 of 27 bytes left out …]\n€");
    assertThat(kept(10, "aa😀" + "x".repeat(10) + "😀😀", piece))
        .isEqualTo("aa\n[… 18 of 24 bytes left out …]\n😀");
  }

  @Test
  void invalidBytesAreShownAsReplacementCharacters() {
    var kept = new HeadTailBuffer(10);
    kept.add(new byte[] {'a', 0, (byte) 0xFF, 'b'}, 4);
    assertThat(kept.excerptOfAll().text("")).isEqualTo("a\uFFFD\uFFFDb");
  }

  @Test
  void aGigabyteTakesNoMoreMemoryThanTheLimit() {
    var kept = new HeadTailBuffer(1_000);
    var piece = "z".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < 1_024; i++) {
      kept.add(piece, piece.length);
    }
    assertThat(kept.excerptOfAll().text(""))
        .isEqualTo(
            "z".repeat(500)
                + "\n[… 1073740824 of 1073741824 bytes left out …]\n"
                + "z".repeat(500));
  }

  @Test
  void liveOutputNeverSplitsACharacter() {
    var shown = new ArrayList<String>();
    var output = new CommandOutput(100, shown::add);
    var bytes = new ByteArrayInputStream("ä€😀x".getBytes(StandardCharsets.UTF_8));
    new OutputPump(byteByByte(bytes), output).run();
    assertThat(shown).containsExactly("ä", "€", "😀", "x");
    assertThat(output.take().text("")).isEqualTo("ä€😀x");
  }

  @Test
  void outputTakenInPiecesNeverSplitsACharacter() {
    var output = new CommandOutput(100, _ -> {});
    var taken = new ArrayList<String>();
    for (byte each : "ä€😀x".getBytes(StandardCharsets.UTF_8)) {
      output.add(new byte[] {each}, 1);
      taken.add(output.take().text(""));
    }
    assertThat(taken).containsExactly("", "ä", "", "", "€", "", "", "", "😀", "x");
  }

  @Test
  void anIncompleteCharacterIsShownAtTheEnd() {
    var output = new CommandOutput(100, _ -> {});
    output.add(new byte[] {'a', (byte) 0xE2, (byte) 0x82}, 3);
    assertThat(output.take().text("")).isEqualTo("a");
    output.end();
    assertThat(output.take().text("")).isEqualTo("\uFFFD");
  }

  private static InputStream byteByByte(InputStream bytes) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        return bytes.read();
      }

      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        return bytes.read(into, offset, Math.min(1, length));
      }
    };
  }

  private static String kept(int limit, String text, int piece) {
    var kept = new HeadTailBuffer(limit);
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < bytes.length; at += piece) {
      int length = Math.min(piece, bytes.length - at);
      var part = new byte[length];
      System.arraycopy(bytes, at, part, 0, length);
      kept.add(part, length);
    }
    return kept.excerptOfAll().text("");
  }
}
