package dev.drover.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.secret.Redactor;
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
    var redactor = Redactor.OF_SHAPES.naming(List.of("swordfish"));
    var reader = Editor.ofPrompts(terminal, file, redactor, List.of());
    // As the reader does before its first line.
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
  void theFileHasABound() throws IOException {
    var file = folder.resolve("history");
    var history = history(file);
    for (int i = 0; i < 2 * KeptLines.MOST; i++) {
      history.add(Instant.EPOCH, "line " + i);
    }
    assertThat(history.size()).isEqualTo(KeptLines.MOST);
    // It is cut when it is a quarter too long.
    assertThat(Files.readAllLines(file))
        .hasSizeLessThanOrEqualTo(KeptLines.MOST * 5 / 4)
        .endsWith("line 1999");
  }
}
