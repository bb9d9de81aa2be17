package dev.drover.internal.publish;

import static dev.drover.fixture.MultiAgentModel.delegates;
import static dev.drover.fixture.MultiAgentModel.order;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.fixture.MultiAgentModel;
import dev.drover.fixture.TaskFixture;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.store.memory.MemoryStore;
import dev.drover.watch.EventStream;
import dev.drover.watch.Notice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Watchers of a session see the usage of its children while they work.
@Tag("F5")
final class ChildUsageTest {
  private static final Usage ONE_CALL = new Usage(100, 20, 3, 4, 5);
  private static final Usage TWO_CALLS = new Usage(200, 40, 6, 8, 10);

  private final MemoryStore store = new MemoryStore();

  private static ModelReply reply(ContentBlock block, StopReason stop) {
    return new ModelReply(List.of(block), stop, ONE_CALL);
  }

  private static ModelReply says(String text) {
    return reply(new ContentBlock.Prose(Text.of(text)), StopReason.DONE);
  }

  private static ModelReply lookingAround() {
    return reply(
        new ContentBlock.Call(new ToolCall("c", "nothing", Text.of("{}"))), StopReason.CALLS);
  }

  /// Reads until a child has used this much.
  private static List<Notice> until(EventStream events, Usage used) {
    var seen = new ArrayList<Notice>();
    do {
      seen.add(events.next().orElseThrow());
    } while (!(seen.getLast() instanceof Notice.ChildUsage last && last.usage().equals(used)));
    return seen;
  }

  private static List<Usage> usages(List<Notice> seen) {
    return seen.stream()
        .filter(Notice.ChildUsage.class::isInstance)
        .map(notice -> ((Notice.ChildUsage) notice).usage())
        .toList();
  }

  @Test
  void parentStreamsShowTheGrowingUsageOfAChildAndItsEndAgrees() throws Exception {
    var goOn = new CountDownLatch(1);
    Map<String, MultiAgentModel.Mind> minds =
        Map.of(
            "clerk",
            (said, _) -> said == 0 ? delegates(order("look")) : says("over"),
            "clerk/scout",
            (said, _) -> {
              if (said == 0) {
                return lookingAround();
              }
              goOn.await();
              return says("found");
            });
    try (var drover = TaskFixture.on(store)) {
      var session = TaskFixture.open(TaskFixture.clerk(drover, minds));
      try (var whole = session.events();
          var stream = session.stream("look")) {
        // The child is still working: it waits for its second reply.
        assertThat(usages(until(whole, ONE_CALL))).containsExactly(ONE_CALL);
        var early = until(stream, ONE_CALL);
        var child = TaskFixture.firstChild(drover, session.id());
        assertThat(((Notice.ChildUsage) early.getLast()).child()).isEqualTo(child);
        goOn.countDown();
        assertThat(usages(until(whole, TWO_CALLS))).containsExactly(TWO_CALLS);
        stream.run().await();
        assertThat(TaskFixture.all(drover, session.id(), Event.TaskEnded.class))
            .extracting(Event.TaskEnded::usage)
            .containsExactly(TWO_CALLS);
        // The parent's own usage is unchanged.
        assertThat(session.totalUsage()).isEqualTo(new Usage(110, 22, 3, 4, 5));
        var rest = new ArrayList<Notice>();
        stream.forEach(rest::add);
        assertThat(usages(rest)).containsExactly(TWO_CALLS);
      }
    }
  }
}
