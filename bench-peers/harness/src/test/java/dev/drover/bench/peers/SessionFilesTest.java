package dev.drover.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionFilesTest {
  @TempDir Path folder;

  @Test
  void anotherProcessReadsWhatWasWrittenLast() {
    new SessionFiles(folder).write("a", "first, and longer");
    new SessionFiles(folder).write("a", "second");
    assertThat(new SessionFiles(folder).read("a")).contains("second");
    assertThat(new SessionFiles(folder).read("b")).isEmpty();
  }

  @Test
  void onlySessionsAreListedAndOnlyWhileTheyAreThere() throws IOException {
    var files = new SessionFiles(folder);
    Files.writeString(folder.resolve(Stage.PAYMENTS), "paid 17\n");
    files.write("b", "");
    files.write("a", "");
    assertThat(files.sessions()).containsExactly("a", "b");
    files.delete("a");
    files.delete("a");
    assertThat(files.sessions()).containsExactly("b");
  }
}
