package dev.drover.tools.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("D12")
final class SpecialFilesTest {
  @TempDir Path place;

  @BeforeEach
  void resolveFolder() throws Exception {
    place = place.toRealPath();
  }

  @Test
  void theKernelListMayHavePathsWithSpacesAndSocketsWithoutFiles() {
    var lines =
        List.of(
            "Num       RefCount Protocol Flags    Type St Inode Path",
            "0000000013d03b41: 00000003 00000000 00000000 0001 03  1453",
            "00000000ce62dc15: 00000002 00000000 00010000 0001 01 21052 /run/a.sock",
            "00000000ce62dc16: 00000002 00000000 00010000 0001 01   52 @/tmp/.X11-unix/X0",
            "00000000ce62dc17: 00000002 00000000 00010000 0001 01 21053 relative",
            "00000000ce62dc18: 00000002 00000000 00010000 0001 01 21054 /srv/two"
                + " words/\u00c3\u00bc");
    assertThat(SpecialFiles.listed(lines))
        .containsExactly(Path.of("/run/a.sock"), Path.of("/srv/two words/\u00fc"));
  }

  @Test
  void pipesAreFoundButNotThroughLinks() throws Exception {
    var deep = Files.createDirectories(place.resolve("a/b/c"));
    Files.writeString(place.resolve("a/file"), "x");
    makePipe(deep.resolve("pipe"));
    makePipe(place.resolve("top"));
    Files.createSymbolicLink(place.resolve("link"), deep);
    assertThat(SpecialFiles.in(List.of(place.resolve("missing"), place), 100))
        .containsExactly(place.resolve("top"), deep.resolve("pipe"));
  }

  @Test
  void theSearchEndsAtTheEntryLimit() throws Exception {
    for (int i = 0; i < 5; i++) {
      makePipe(place.resolve("pipe" + i));
    }
    assertThat(SpecialFiles.in(List.of(place), 3)).hasSize(3);
  }

  private static void makePipe(Path path) throws Exception {
    assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
  }
}
