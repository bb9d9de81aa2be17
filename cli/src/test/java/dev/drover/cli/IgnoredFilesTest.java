package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Git sees what people write for their agents, and not the store beside it.
class IgnoredFilesTest {
  private static final String OF_EARLIER_VERSIONS = "*\n";

  @TempDir Path place;

  private Desk desk() {
    return new Desk(place).write("s.yaml", Scripts.LOOK);
  }

  private static void look(Desk desk) {
    assertThat(desk.call("run", "--script", "s.yaml", "look").exit()).isEqualTo(0);
  }

  /// What `git add .` would take.
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
  void theStoreStaysOutOfGitAndWhatPeopleWriteDoesNot() throws Exception {
    var desk = desk();
    look(desk);
    var own = desk.folder().resolve(".drover");
    for (var name :
        List.of("commands/tidy.md", "agents/critic.md", "skills/pdf/SKILL.md", "hooks.sh")) {
      write(own.resolve(name));
    }
    for (var name : List.of("drover.db-wal", "drover.db-shm", "drover.db.history")) {
      write(own.resolve(name));
    }
    assertThat(seenByGit(desk.folder()))
        .containsExactlyInAnyOrder(
            ".drover/agents/critic.md",
            ".drover/commands/tidy.md",
            ".drover/hooks.sh",
            ".drover/skills/pdf/SKILL.md");
  }

  @Test
  void theListOfAnEarlierVersionIsReplaced() throws Exception {
    var desk = desk();
    look(desk);
    var ignored = desk.folder().resolve(".drover/.gitignore");
    Files.writeString(ignored, OF_EARLIER_VERSIONS);
    write(desk.folder().resolve(".drover/commands/tidy.md"));
    look(desk);
    assertThat(seenByGit(desk.folder())).containsExactly(".drover/commands/tidy.md");
  }

  @Test
  void aListThatAPersonChangedStaysAsItIs() throws Exception {
    var desk = desk();
    look(desk);
    var ignored = desk.folder().resolve(".drover/.gitignore");
    for (var own : List.of("*\n!commands\n", "")) {
      Files.writeString(ignored, own);
      look(desk);
      assertThat(ignored).hasContent(own);
    }
    Files.delete(ignored);
    look(desk);
    assertThat(ignored).doesNotExist();
  }
}
