package dev.drover.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.secret.SecretRedactor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jline.reader.History;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptLinesTest {
  @TempDir Path folder;

  private History history(Path file) throws IOException {
    var terminal = new DumbTerminal(InputStream.nullInputStream(), OutputStream.nullOutputStream());
    var redactor = SecretRedactor.KNOWN_SHAPES.withValues(List.of("swordfish"));
    var reader = LineEditors.ofPrompts(terminal, file, redactor, List::of);
    // The reader does the same before its first line.
    reader.getHistory().attach(reader);
    return reader.getHistory();
  }

  @Test
  @Tag("E9")
  void secretsAreNeitherInTheFileNorInMemory() throws IOException {
    var file = folder.resolve("history");
    var history = history(file);
    history.add(Instant.EPOCH, "the word is swordfish, AKIAIOSFODNN7EXAMPLE");
    assertThat(history.get(history.last()))
        .startsWith("the word is [")
        .doesNotContain("swordfish", "AKIA");
    assertThat(Files.readString(file))
        .startsWith("the word is [")
        .doesNotContain("swordfish", "AKIA");
  }

  @Test
  void theHistoryFileIsBounded() throws IOException {
    var file = folder.resolve("history");
    var history = history(file);
    for (int i = 0; i < 2 * RedactedInputHistory.MOST; i++) {
      history.add(Instant.EPOCH, "line " + i);
    }
    assertThat(history.size()).isEqualTo(RedactedInputHistory.MOST);
    // It is trimmed when it exceeds the limit by a quarter.
    assertThat(Files.readAllLines(file))
        .hasSizeLessThanOrEqualTo(RedactedInputHistory.MOST * 5 / 4)
        .endsWith("line 1999");
  }
}
