package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Git sees the files that people write for their agents, and not the store next to them.
class IgnoredFilesTest {
  private static final String OF_EARLIER_VERSIONS = "*\n";

  @TempDir Path place;

  private CliFixture cli() {
    return new CliFixture(place).write("s.yaml", CliScripts.LOOK);
  }

  private static void look(CliFixture cli) {
    assertThat(cli.call("run", "--script", "s.yaml", "look").exit()).isEqualTo(0);
  }

  /// The files that `git add .` would add.
  private static List<String> seenByGit(Path folder) throws IOException, InterruptedException {
    run(folder, "git", "init", "-q");
    return run(folder, "git", "ls-files", "--others", "--exclude-standard", ".drover")
        .lines()
        .toList();
  }

  private static String run(Path folder, String... command)
      throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).directory(folder.toFile()).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return output;
  }

  private static void write(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "written by a person");
  }

  @Test
  void gitIgnoresTheStoreButNotThePersonsFiles() throws Exception {
    var cli = cli();
    look(cli);
    var own = cli.folder().resolve(".drover");
    for (var name :
        List.of("commands/tidy.md", "agents/critic.md", "skills/pdf/SKILL.md", "hooks.sh")) {
      write(own.resolve(name));
    }
    for (var name : List.of("drover.db-wal", "drover.db-shm", "drover.db.history")) {
      write(own.resolve(name));
    }
    assertThat(seenByGit(cli.folder()))
        .containsExactlyInAnyOrder(
            ".drover/agents/critic.md",
            ".drover/commands/tidy.md",
            ".drover/hooks.sh",
            ".drover/skills/pdf/SKILL.md");
  }

  @Test
  void theIgnoreFileOfAnEarlierVersionIsReplaced() throws Exception {
    var cli = cli();
    look(cli);
    var ignored = cli.folder().resolve(".drover/.gitignore");
    Files.writeString(ignored, OF_EARLIER_VERSIONS);
    write(cli.folder().resolve(".drover/commands/tidy.md"));
    look(cli);
    assertThat(seenByGit(cli.folder())).containsExactly(".drover/commands/tidy.md");
  }

  @Test
  void anIgnoreFileChangedByAPersonIsKept() throws Exception {
    var cli = cli();
    look(cli);
    var ignored = cli.folder().resolve(".drover/.gitignore");
    for (var own : List.of("*\n!commands\n", "")) {
      Files.writeString(ignored, own);
      look(cli);
      assertThat(ignored).hasContent(own);
    }
    Files.delete(ignored);
    look(cli);
    assertThat(ignored).doesNotExist();
  }
}
