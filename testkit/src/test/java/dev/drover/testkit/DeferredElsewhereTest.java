package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Deferred;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Deferrals;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A call waits to be completed in a session that another process has in memory as it was before.
@Tag("A13")
@Timeout(60)
final class DeferredElsewhereTest {
  private static final SessionId SESSION = new SessionId("s-mail");

  private final MemoryStore store = new MemoryStore();

  private Drover process() {
    return Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build();
  }

  private static Agent clerk(Drover drover) {
    return drover
        .agent("clerk")
        .model(FakeModel.playing(calls("mail"), says("sent")))
        .tools(FakeTool.unsafe("mail", _ -> Deferred.untilCompleted()))
        .policy(Policy.ALLOW_ALL)
        .build();
  }

  @Test
  void aCallIsSeenAndCompletedInAProcessThatHasAnOlderStateInMemory() throws Exception {
    try (var one = process();
        var other = process()) {
      clerk(other).open(SESSION);
      var run = clerk(one).open(SESSION, OpenMode.RESUME).send("mail it");
      Waiting.until(() -> !one.deferrals().waiting().isEmpty());
      var call = one.deferrals().waiting().getFirst();
      assertThat(other.deferrals().waiting()).containsExactly(call);
      assertThat(other.deferrals().find(call.key())).contains(call);
      assertThat(other.deferrals().complete(call.key(), "it is gone", "post"))
          .isNotEqualTo(Deferrals.Receipt.NOT_OPEN);
      assertThat(run.await(Duration.ofSeconds(30)).orElseThrow().text()).isEqualTo("sent");
    }
  }
}
