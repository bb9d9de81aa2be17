package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.NOW;
import static dev.drover.kernel.machine.SampleValues.RECIPE;
import static dev.drover.kernel.machine.SampleValues.saying;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.machine.Decision.Commit;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.WhenBusy;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The cost of an event does not depend on the length of the session. Measured in allocated bytes,
/// which do not vary with the load of the machine as time does.
class ConversationCostTest {
  private static final int SHORT = 100;
  private static final int LONG = 100_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final Message MESSAGE = new Message.User(Text.of("Go."));
  private static final Prompt PROMPT = new Prompt(Text.of("Go."), new Prompt.History.Own(), null);
  private static final ModelReply REPLY = saying("Done.");

  @Test
  void growingAThousandTimesLongerCostsAThousandTimesAsMuch() {
    grow(SHORT);
    double few = (double) allocatedBy(() -> grow(SHORT)) / SHORT;
    double many = (double) allocatedBy(() -> grow(LONG)) / LONG;
    assertThat(many).isLessThan(few * 2).isGreaterThan(few / 2);
  }

  private static void grow(int size) {
    var conversation = Conversation.EMPTY;
    for (int i = 0; i < size; i++) {
      conversation = conversation.plus(MESSAGE);
    }
    assertThat(conversation.size()).isEqualTo(size);
  }

  @Test
  void aRunCostsTheSameAtTheStartOfASessionAndAfterAHundredThousandMessages() {
    var young = runs(HandwrittenJournal.opened().state(), SHORT);
    double early = (double) allocatedBy(() -> runs(young, SHORT)) / SHORT;

    // The shared array has room for 131,072 messages: it is not copied in this test.
    var old = runs(young, LONG / 2);
    double late = (double) allocatedBy(() -> runs(old, SHORT)) / SHORT;
    assertThat(old.conversation().size()).isEqualTo(LONG + 2 * SHORT);
    assertThat(late).isLessThan(early * 2);
  }

  /// Prompt, reply, end: two messages each.
  private static SessionState runs(SessionState start, int count) {
    var state = start;
    for (int i = 0; i < count; i++) {
      var run = new RunId("r-" + (state.totals().runs() + 1));
      state =
          taken(state, new Input.Prompted(run, PROMPT, RECIPE, RunLimits.DEFAULT, WhenBusy.REFUSE));
      var asked = state.due().getFirst();
      state = taken(state, new Input.ModelAnswered(asked.id(), 1, REPLY, List.of()));
    }
    return state;
  }

  private static SessionState taken(SessionState state, Input input) {
    return ((Commit) SessionMachine.decide(state, input, NOW)).next();
  }

  private static long allocatedBy(Runnable work) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
