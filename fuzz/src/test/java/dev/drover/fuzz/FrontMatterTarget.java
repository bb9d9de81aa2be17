package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.files.AgentFiles;
import dev.drover.files.CommandFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file is an agent or a command, or a warning names it: no file is skipped silently.
final class FrontMatterTarget implements FuzzTarget {
  private final Path folder = ScratchFolder.folder();
  private final Path agents = folder.resolve("agents");
  private final Path workspace = folder.resolve("work");

  @Override
  public void accept(byte[] input) throws IOException {
    for (var name : new String[] {"one.md", "one.yaml"}) {
      var file = Files.createDirectories(agents).resolve(name);
      Files.write(file, input);
      var read = AgentFiles.in(agents, AgentFiles.ModelLookup.NONE);
      Files.delete(file);
      assertThat(read.agents().size() + read.warnings().size()).isPositive();
      for (var warning : read.warnings()) {
        RefusalChecks.check(warning, "agent_file_unusable", "agent_file_partly_used");
        assertThat(warning.detail()).startsWith(file.toString());
      }
      for (var agent : read.agents()) {
        assertThat(agent.name()).isNotBlank();
        assertThat(agent.description()).isNotBlank().doesNotContain("\n");
      }
    }
    isCommand(input);
  }

  private void isCommand(byte[] input) throws IOException {
    var file = Files.createDirectories(workspace.resolve(".drover/commands")).resolve("one.md");
    Files.write(file, input);
    var read = CommandFiles.read(workspace, folder.resolve("home"));
    if (read.warnings().isEmpty()) {
      assertThat(read.commands().find("one")).isPresent();
    } else {
      assertThat(read.commands().find("one")).isEmpty();
      assertThat(read.warnings()).hasSize(1);
      assertThat(read.warnings().getFirst()).contains(file.toString());
      RefusalChecks.words(read.warnings().getFirst());
    }
  }
}
