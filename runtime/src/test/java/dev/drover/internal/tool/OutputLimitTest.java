package dev.drover.internal.tool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import dev.drover.spi.Bytes;
import dev.drover.spi.PortException;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.time.Time;
import dev.drover.spi.tool.ToolInvocation.ArtifactAccess;
import dev.drover.store.memory.MemoryStore;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("D3")
class OutputLimitTest {
  private static final Pattern LINE =
      Pattern.compile(
          "\n\\[… (\\d+) of (\\d+) bytes left out; the whole is artifact ([0-9a-f]{12}):"
              + " read it with the artifact tool …]\n");

  private final EventTexts texts =
      new EventTexts(new MemoryStore().blobs(), Time.system(), SecretRedactor.KNOWN_SHAPES);
  private final Kept kept = new Kept();

  /// Records what it stores.
  private static final class Kept implements ArtifactAccess {
    final Map<BlobId, byte[]> all = new HashMap<>();

    @Override
    public Artifact keep(InputStream content) throws IOException {
      var bytes = content.readAllBytes();
      var name = Blobs.idOf(Bytes.of(bytes));
      all.put(name, bytes);
      return new Artifact(name, bytes.length);
    }

    @Override
    public Optional<Artifact> find(String name) {
      throw new AssertionError("nobody asks");
    }

    @Override
    public byte[] read(Artifact artifact, long offset, int length) {
      throw new AssertionError("nobody asks");
    }
  }

  private String cut(String output, int limit) {
    return texts.read(new OutputLimit(limit, texts, kept).cut(Text.of(output)));
  }

  @Test
  void anOutputWithinItsBudgetPassesUnchanged() {
    assertThat(cut("", 10)).isEmpty();
    assertThat(cut("0123456789", 10)).isEqualTo("0123456789");
    assertThat(cut("äöü€", 9)).isEqualTo("äöü€");
    var shortened = "head\n[… 5 of 13 bytes left out …]\ntail";
    assertThat(cut(shortened, 60)).isEqualTo(shortened);
    assertThat(kept.all).isEmpty();
  }

  @Test
  void aLargerOutputIsCutToItsHeadAndTailAndTheWholeIsAnArtifact() {
    // The line has 107 bytes with numbers of four digits: 93 are left, 46 and 47 for the ends.
    assertThat(cut("a".repeat(999) + "b", 200))
        .isEqualTo(
            "a".repeat(46)
                + "\n"
                + "[… 907 of 1000 bytes left out; the whole is artifact 806ea84a8181: read it with"
                + " the artifact tool …]\n"
                + "a".repeat(46)
                + "b");
    assertThat(kept.all.values()).containsExactly(("a".repeat(999) + "b").getBytes(UTF_8));
  }

  @Test
  void noCharacterIsCutAndNothingIsLost() {
    var random = new SplittableRandom(3);
    for (int i = 0; i < 2_000; i++) {
      var whole = text(random, random.nextInt(200, 600));
      int limit = random.nextInt(110, 190);
      var shown = cut(whole, limit);
      var line = LINE.matcher(shown);
      assertThat(line.find()).isTrue();
      var head = shown.substring(0, line.start());
      var tail = shown.substring(line.end());
      int missing = Integer.parseInt(line.group(1));
      assertThat(whole).startsWith(head).endsWith(tail);
      assertThat(isWhole(head) && isWhole(tail)).isTrue();
      assertThat(Integer.parseInt(line.group(2))).isEqualTo(bytes(whole));
      assertThat(bytes(head) + missing + bytes(tail)).isEqualTo(bytes(whole));
      assertThat(bytes(shown)).isBetween(limit - 8, limit);
      var name = Blobs.idOf(Bytes.of(whole));
      assertThat(name.sha256()).startsWith(line.group(3));
      assertThat(kept.all.get(name)).isEqualTo(whole.getBytes(UTF_8));
    }
  }

  /// Characters of all widths, equally often.
  private static String text(SplittableRandom random, int characters) {
    var alphabet = "aä€😀".codePoints().toArray();
    var text = new StringBuilder();
    for (int i = 0; i < characters; i++) {
      text.appendCodePoint(alphabet[random.nextInt(alphabet.length)]);
    }
    return text.toString();
  }

  /// An unpaired surrogate would be written as a question mark.
  private static boolean isWhole(String text) {
    return new String(text.getBytes(UTF_8), UTF_8).equals(text);
  }

  private static int bytes(String text) {
    return text.getBytes(UTF_8).length;
  }

  @Test
  void halfACharacterInTheOutputCountsAsItIsWritten() {
    var whole = "\uD83D".repeat(300);
    assertThat(cut(whole, 200)).contains("of 300 bytes left out");
    assertThat(kept.all.values()).containsExactly("?".repeat(300).getBytes(UTF_8));
  }

  @Test
  void aLargeTextIsEncodedTheSameInParts() {
    var whole = text(new SplittableRandom(4), 100_000);
    cut(whole, 1_000);
    assertThat(kept.all.values()).containsExactly(whole.getBytes(UTF_8));
  }

  @Test
  void anOutputThatCannotBeStoredIsShownAsFarAsPossible() {
    var full = new Problem("store_full", "Full", "the disk is full", "Make room.");
    ArtifactAccess broken =
        new ArtifactAccess() {
          @Override
          public Artifact keep(InputStream content) {
            throw new PortException(full, null);
          }

          @Override
          public Optional<Artifact> find(String name) {
            return Optional.empty();
          }

          @Override
          public byte[] read(Artifact artifact, long offset, int length) {
            throw new AssertionError("there is none");
          }
        };
    var shown = texts.read(new OutputLimit(200, texts, broken).cut(Text.of("a".repeat(1_000))));
    assertThat(shown)
        .startsWith("aaa")
        .contains("of 1000 bytes left out; the whole could not be kept (store_full): make the")
        .endsWith("aaa");
  }
}
