package dev.drover.tools.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.tools.TestCall;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("D10")
final class LsToolTest {
  @TempDir Path workspace;
  private final LsTool ls = new LsTool();

  @Test
  void namesAreSortedAndMarked() throws Exception {
    Files.createDirectories(workspace.resolve("src/main"));
    Files.writeString(workspace.resolve("b.txt"), "");
    Files.writeString(workspace.resolve(".hidden"), "");
    Files.writeString(workspace.resolve("line\nbreak"), "");
    Files.createSymbolicLink(workspace.resolve("link"), Path.of("src"));
    assertThat(call(Map.of()).answerOf(ls))
        .isEqualTo(".hidden\nb.txt\nline\\x0abreak\nlink@\nsrc/\n");
    assertThat(call(Map.of("path", "src")).answerOf(ls)).isEqualTo("main/\n");
    assertThat(call(Map.of("path", "src/main")).answerOf(ls)).isEqualTo("[the directory is empty]");
  }

  @Test
  void aLongListIsCappedAndSaysHowManyThereAre() throws Exception {
    for (int i = 0; i < 501; i++) {
      Files.createFile(workspace.resolve("f%03d".formatted(i)));
    }
    assertThat(call(Map.of()).answerOf(ls))
        .startsWith("f000\nf001\n")
        .endsWith("f499\n[1 more of 501 names; list a directory below, or search for a name]");
  }

  @Test
  void whatIsNoFolderSaysWhatItIs() throws Exception {
    Files.writeString(workspace.resolve("a.txt"), "");
    assertThat(call(Map.of("path", "a.txt")).failureOf(ls))
        .isEqualTo("'a.txt' is a file. Use read to see it.");
    assertThat(call(Map.of("path", "b.txt")).failureOf(ls))
        .isEqualTo("'b.txt' is not there. Did you mean a.txt?");
  }

  private TestCall call(Map<String, Object> arguments) {
    return TestCall.in(workspace, arguments);
  }
}
