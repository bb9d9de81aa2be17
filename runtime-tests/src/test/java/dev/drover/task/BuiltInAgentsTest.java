package dev.drover.task;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.policy.Policy;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.WorkspaceTools;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Subagents that come with the library: each has the tools that its description states.
@Tag("F1")
@Timeout(60)
final class BuiltInAgentsTest {
  private final FakeModel model = FakeModel.playing(says("done"));

  @Test
  void thereAreFiveBuiltInAgents() {
    assertThat(Subagent.standard())
        .extracting(Subagent::name)
        .containsExactly("explore", "plan", "general", "review", "verify");
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "explore, artifact glob grep ls read",
        "plan, artifact glob grep ls read",
        "general, artifact bash edit fetch glob grep ls patch process read todo write",
        "review, artifact glob grep ls read",
        "verify, artifact bash glob grep ls process read",
      })
  void aChildIsOfferedTheToolsOfItsKind(String name, String tools, @TempDir Path workspace) {
    try (var drover = Drover.inMemory()) {
      var session =
          drover
              .agent("clerk")
              .model(model)
              .tools(WorkspaceTools.all())
              .subagents(Subagent.standard())
              .policy(Policy.ALLOW_ALL)
              .workspace(workspace)
              .build()
              .open();
      assertThat(session.tasks().run(name, "Do it.").text()).isEqualTo("done");
    }
    var request = model.requests().getFirst();
    assertThat(request.tools().stream().map(ToolSpec::name).sorted().toList())
        .filteredOn(tool -> !tool.equals("task"))
        .isEqualTo(List.of(tools.split(" ")));
    assertThat(request.instructions()).isNotEmpty();
  }
}
