package dev.drover.testkit;

import static dev.drover.testkit.Cast.delegates;
import static dev.drover.testkit.Cast.order;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Block;
import dev.drover.kernel.Event;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Usage;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.watch.EventStream;
import dev.drover.runtime.watch.Notice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Those who watch a session see what its children use, while they work.
@Tag("F5")
final class ChildUsageTest {
  private static final Usage ONE_CALL = new Usage(100, 20, 3, 4, 5);
  private static final Usage TWO_CALLS = new Usage(200, 40, 6, 8, 10);

  private final MemoryStore store = new MemoryStore();

  private static ModelReply reply(Block block, StopReason stop) {
    return new ModelReply(List.of(block), stop, ONE_CALL);
  }

  private static ModelReply says(String text) {
    return reply(new Block.Prose(Text.of(text)), StopReason.DONE);
  }

  private static ModelReply lookingAround() {
    return reply(new Block.Call(new ToolCall("c", "nothing", Text.of("{}"))), StopReason.CALLS);
  }

  /// Reads on until a child has used that much.
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
  void aChildsUsageGrowsInTheStreamsOfItsParentAndItsEndSaysTheSame() throws Exception {
    var goOn = new CountDownLatch(1);
    Map<String, Cast.Mind> minds =
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
    try (var drover = TaskStage.on(store)) {
      var session = TaskStage.open(TaskStage.clerk(drover, minds));
      try (var whole = session.events();
          var stream = session.stream("look")) {
        // The child is still at work: it waits for its second reply.
        assertThat(usages(until(whole, ONE_CALL))).containsExactly(ONE_CALL);
        var early = until(stream, ONE_CALL);
        var child = TaskStage.firstChild(drover, session.id());
        assertThat(((Notice.ChildUsage) early.getLast()).child()).isEqualTo(child);
        goOn.countDown();
        assertThat(usages(until(whole, TWO_CALLS))).containsExactly(TWO_CALLS);
        stream.run().await();
        assertThat(TaskStage.all(drover, session.id(), Event.TaskEnded.class))
            .extracting(Event.TaskEnded::usage)
            .containsExactly(TWO_CALLS);
        // The parent's own, to which nothing was added.
        assertThat(session.totalUsage()).isEqualTo(new Usage(110, 22, 3, 4, 5));
        var rest = new ArrayList<Notice>();
        stream.forEach(rest::add);
        assertThat(usages(rest)).containsExactly(TWO_CALLS);
      }
    }
  }
}
