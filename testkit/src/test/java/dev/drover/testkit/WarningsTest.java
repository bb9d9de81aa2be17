package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.kernel.Answer;
import dev.drover.kernel.Problem;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Drover;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import dev.drover.tools.WorkspaceTools;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What somebody who opens a session is told, and nothing else.
@Tag("B1")
@Timeout(60)
final class WarningsTest {
  private static final SessionId SESSION = new SessionId("s-warned");
  private static final String SECRET = "the blue parrot sings";

  @TempDir private Path here;
  @TempDir private Path elsewhere;

  private final MemoryStore store = new MemoryStore();

  private Drover runtime() {
    return Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).secrets(List.of(SECRET)).build();
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

  /// One run, in which a person granted a tool to the session.
  private void begun() {
    try (var drover = runtime()) {
      var session = clerk(drover).tools(send()).build().open(SESSION);
      assertThat(session.warnings()).isEmpty();
      var run = session.send("go");
      drover
          .approvals()
          .answer(
              Waiting.forQuestion(drover, run).id(), new Answer.Yes(Answer.Scope.SESSION), "anna");
      run.await();
    }
  }

  @Test
  void whoeverOpensItAsItWasIsToldNothing() {
    begun();
    try (var drover = runtime()) {
      assertThat(clerk(drover).tools(send()).build().open(SESSION).warnings()).isEmpty();
    }
  }

  @Test
  void whatChangedSinceIsNamed() {
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
      // It is about the opening: what the session does afterwards makes no difference.
      session.clearHistory();
      session.send("again").cancel();
      assertThat(session.warnings()).extracting(Problem::toString).isEqualTo(expected);
    }
  }

  @Test
  @Tag("D12")
  void aToolWithoutASandboxIsNamedInANewSessionToo() {
    try (var drover = Drover.inMemory()) {
      var session =
          clerk(drover).tools(WorkspaceTools.all(CommandHost.OPTIONS)).build().open(SESSION);
      assertThat(session.warnings())
          .extracting(Problem::code, problem -> problem.detail().contains("'bash'"))
          .contains(tuple("tool_unprotected", true));
    }
  }
}
