package dev.drover.tools.search.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.tools.workspace.Workspace;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The tree changes at the worst moment: after a file was found and before it is opened.
@Tag("D5")
@Tag("D10")
@Timeout(30)
final class TreeWalkTest {
  @TempDir Path base;
  private Path workspace;
  private final Queue<String> read = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void makeFolders() throws IOException {
    workspace = Files.createDirectories(base.resolve("ws"));
    Files.createDirectories(workspace.resolve("in"));
    Files.createDirectories(base.resolve("outside"));
    Files.writeString(workspace.resolve("in/f"), "inside");
    Files.writeString(base.resolve("outside/f"), "secret");
  }

  @Test
  void aFileReplacedByALinkIsNotOpened() throws Exception {
    var missed =
        walk(
            file -> {
              Files.delete(workspace.resolve("in/f"));
              Files.createSymbolicLink(workspace.resolve("in/f"), base.resolve("outside/f"));
              read(file);
            });
    assertThat(read).isEmpty();
    assertThat(missed).isEqualTo(new TreeWalk.Missed(1, 0));
  }

  @Test
  void aFolderReplacedByALinkStaysTheOpenFolder() throws Exception {
    var missed =
        walk(
            file -> {
              Files.move(workspace.resolve("in"), base.resolve("aside"));
              Files.createSymbolicLink(workspace.resolve("in"), base.resolve("outside"));
              read(file);
            });
    assertThat(read).containsExactly("inside");
    assertThat(missed).isEqualTo(new TreeWalk.Missed(0, 0));
  }

  @Test
  void aDeletedFileIsNotCountedAsMissed() throws Exception {
    var missed =
        walk(
            file -> {
              Files.delete(workspace.resolve("in/f"));
              read(file);
            });
    assertThat(read).isEmpty();
    assertThat(missed).isEqualTo(new TreeWalk.Missed(0, 0));
  }

  private TreeWalk.Missed walk(TreeWalk.Visitor visitor) throws Exception {
    return new TreeWalk(() -> visitor).run(Workspace.at(workspace).resolve("."));
  }

  private void read(FoundFile file) throws IOException {
    try (var content = Channels.newInputStream(file.open())) {
      read.add(new String(content.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
