package dev.drover.internal.handle;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.CommandHost;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.tools.WorkspaceTools;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The warnings when a session is opened.
@Tag("B1")
@Timeout(60)
final class WarningsTest {
  private static final SessionId SESSION = new SessionId("s-warned");
  private static final String SECRET = "the blue parrot sings";

  @TempDir private Path here;
  @TempDir private Path elsewhere;

  private final MemoryStore store = new MemoryStore();

  private Drover runtime() {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES))
        .secrets(List.of(SECRET))
        .build();
  }

  private AgentBuilder clerk(Drover drover) {
    return drover
        .agent("clerk")
        .model(FakeModel.playing(calls("send"), says("over")))
        .instructions("Never say that " + SECRET)
        .workspace(here);
  }

  private static FakeTool send() {
    return FakeTool.unsafe("send", _ -> done("sent"));
  }

  /// One run, in which a person granted a tool for the session.
  private void begun() {
    try (var drover = runtime()) {
      var session = clerk(drover).tools(send()).build().open(SESSION);
      assertThat(session.warnings()).isEmpty();
      var run = session.send("go");
      drover
          .approvals()
          .answer(
              ApprovalWaits.forQuestion(drover, run).id(),
              new ApprovalAnswer.Yes(ApprovalAnswer.Scope.SESSION),
              "anna");
      run.await();
    }
  }

  @Test
  void reopeningAnUnchangedSessionGivesNoWarnings() {
    begun();
    try (var drover = runtime()) {
      assertThat(clerk(drover).tools(send()).build().open(SESSION).warnings()).isEmpty();
    }
  }

  @Test
  void aWarningNamesWhatChanged() {
    begun();
    try (var drover = runtime()) {
      var session =
          clerk(drover)
              .instructions("Be brief.")
              .tools(FakeTool.unsafe("post", _ -> done("posted")))
              .workspace(elsewhere)
              .build()
              .open(SESSION);
      var expected =
          List.of(
              "recipe_changed: session s-warned: since its last run agent 'clerk' has another text"
                  + " of instructions, set of tools (with post, without send). It holds from the"
                  + " next prompt on; a run that is going keeps what it began with.",
              "workspace_changed: session s-warned was begun in %s, and its tools work in %s now."
                      .formatted(here, elsewhere)
                  + " Build the agent with the workspace that is meant.",
              "grant_without_tool: session s-warned: a person granted 'send', and agent 'clerk' has"
                  + " no tool 'send'. Give the agent that tool, or leave it: the grant allows"
                  + " nothing.");
      assertThat(session.warnings()).extracting(Problem::toString).isEqualTo(expected);
      // The warnings describe the opening; later changes to the session do not affect them.
      session.clearHistory();
      session.send("again").cancel();
      assertThat(session.warnings()).extracting(Problem::toString).isEqualTo(expected);
    }
  }

  @Test
  @Tag("D12")
  void aToolWithoutASandboxIsNamedAlsoInANewSession() {
    try (var drover = Drover.inMemory()) {
      var session =
          clerk(drover).tools(WorkspaceTools.all(CommandHost.OPTIONS)).build().open(SESSION);
      assertThat(session.warnings())
          .extracting(Problem::code, problem -> problem.detail().contains("'bash'"))
          .contains(tuple("tool_unprotected", true));
    }
  }
}
