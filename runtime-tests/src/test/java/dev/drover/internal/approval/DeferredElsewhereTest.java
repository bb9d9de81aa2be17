package dev.drover.internal.approval;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.tool.DeferredCalls;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A deferred call in a session of which another process has an older state in memory.
@Tag("A13")
@Timeout(60)
final class DeferredElsewhereTest {
  private static final SessionId SESSION = new SessionId("s-mail");

  private final MemoryStore store = new MemoryStore();

  private Drover process() {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build();
  }

  private static Agent clerk(Drover drover) {
    return drover
        .agent("clerk")
        .model(FakeModel.playing(calls("mail"), says("sent")))
        .tools(FakeTool.unsafe("mail", _ -> ToolDeferral.untilCompleted()))
        .policy(Policy.ALLOW_ALL)
        .build();
  }

  @Test
  void aProcessWithAnOlderStateSeesAndCompletesADeferredCall() throws Exception {
    try (var one = process();
        var other = process()) {
      clerk(other).open(SESSION);
      var run = clerk(one).open(SESSION, OpenMode.RESUME).send("mail it");
      ApprovalWaits.until(() -> !one.deferrals().waiting().isEmpty());
      var call = one.deferrals().waiting().getFirst();
      assertThat(other.deferrals().waiting()).containsExactly(call);
      assertThat(other.deferrals().find(call.key())).contains(call);
      assertThat(other.deferrals().complete(call.key(), "it is gone", "post"))
          .isNotEqualTo(DeferredCalls.Receipt.NOT_OPEN);
      assertThat(run.await(Duration.ofSeconds(30)).orElseThrow().text()).isEqualTo("sent");
    }
  }
}
