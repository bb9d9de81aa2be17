package dev.drover.tools.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.tools.TestCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Every file outside the workspace contains a secret; no file inside does.
@Tag("D5")
@Tag("D10")
@Timeout(60)
final class SearchStaysInsideTest {
  @TempDir Path base;
  private Path workspace;

  @BeforeEach
  void makeFolders() throws IOException {
    workspace = Files.createDirectories(base.resolve("ws"));
    fill(workspace.resolve("in"), "inside\n");
    fill(workspace.resolve("in/deep"), "inside\n");
    fill(base.resolve("outside"), "secret\n");
    fill(base.resolve("outside/deep"), "secret\n");
  }

  private static void fill(Path folder, String text) throws IOException {
    Files.createDirectories(folder);
    for (int i = 0; i < 20; i++) {
      Files.writeString(folder.resolve("f" + i), text);
    }
  }

  @Test
  void linksToTheOutsideAreNotFollowed() throws Exception {
    Files.createSymbolicLink(workspace.resolve("out"), Path.of("../outside"));
    Files.createSymbolicLink(workspace.resolve("file"), Path.of("../outside/f1"));
    Files.createSymbolicLink(workspace.resolve(".gitignore"), Path.of("../outside/ignore"));
    Files.writeString(base.resolve("outside/ignore"), "*\n");
    assertThat(grep("secret")).contains("[no line matches in the 40 files searched");
    assertThat(grep("inside")).contains(" of 40 (matching lines in 40 files)");
    assertThat(call(Map.of("pattern", "**")).answerOf(new GlobTool())).contains("of 40 (files)");
  }

  @Test
  void aFolderRepeatedlyReplacedByALinkNeverLeadsOutside() throws Exception {
    var done = new AtomicBoolean();
    var swapping = new FutureTask<>(() -> swap(done));
    Thread.ofPlatform().start(swapping);
    int found = 0;
    for (int i = 0; i < 300; i++) {
      assertThat(grep("secret")).doesNotContain("secret\n");
      found += grep("inside").contains("1: inside") ? 1 : 0;
    }
    done.set(true);
    assertThat(swapping.get(30, TimeUnit.SECONDS)).isGreaterThan(10);
    assertThat(found).isPositive();
  }

  private int swap(AtomicBoolean done) throws IOException {
    int swaps = 0;
    while (!done.get()) {
      for (var name : new String[] {"in", "in/deep", "in/f1"}) {
        var place = workspace.resolve(name);
        var aside = base.resolve("aside");
        Files.move(place, aside);
        Files.createSymbolicLink(place, base.resolve("outside").resolve(last(name)));
        Files.delete(place);
        Files.move(aside, place);
      }
      swaps++;
    }
    return swaps;
  }

  private static String last(String name) {
    return name.equals("in") ? "" : name.substring("in/".length());
  }

  /// A file that is replaced while it is shown may end a call with a message; that is accepted
  /// here.
  private String grep(String pattern) throws Exception {
    return new GrepTool().call(call(Map.of("pattern", pattern))).toString();
  }

  private TestCall call(Map<String, Object> arguments) {
    return TestCall.in(workspace, arguments);
  }
}
