package dev.drover.acp.update;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.acp.update.EditorUpdate.AgentText;
import dev.drover.acp.update.EditorUpdate.AgentThought;
import dev.drover.acp.update.EditorUpdate.TextRetracted;
import dev.drover.acp.update.EditorUpdate.WindowUsed;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.Bytes;
import dev.drover.spi.model.Delta;
import dev.drover.testkit.VirtualTime;
import dev.drover.watch.Notice;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Notices of a reply, and what an editor shows of them.
@Tag("H2")
class NoticeMapperTest {
  private static final RunId RUN = new RunId("r-1");
  private static final EffectId CALL = EffectId.of(1);

  private final Drover drover = Drover.inMemory();
  private final NoticeMapper mapper =
      new NoticeMapper(
          drover.queries(), new EditorCallViews(Path.of("/work"), text -> text), _ -> false, 1_000);
  private long seq;

  @AfterEach
  void close() {
    drover.close();
  }

  private List<EditorUpdate> text(String text) {
    return mapper.map(new Notice.Shown(RUN, CALL, 1, seq, new Delta.TextDelta(text)));
  }

  private List<EditorUpdate> happened(Event event) {
    var entry = new RecordedEvent(++seq, VirtualTime.START, event);
    return mapper.map(new Notice.Happened(entry, Bytes.of("")));
  }

  private List<EditorUpdate> replied(ContentBlock... blocks) {
    var reply = new ModelReply(List.of(blocks), ModelReply.StopReason.DONE, Usage.NONE);
    return happened(new Event.ModelReplied(RUN, CALL, reply)).stream()
        .filter(update -> !(update instanceof WindowUsed))
        .toList();
  }

  private static ContentBlock prose(String text) {
    return new ContentBlock.Prose(Text.of(text));
  }

  @Test
  void aReplyThatWasStreamedIsNotRepeated() {
    assertThat(text("It is ")).containsExactly(new AgentText("e1.1", "It is "));
    text("noon.");
    assertThat(replied(prose("It is noon."))).isEmpty();
  }

  @Test
  void aReplyThatWasNotStreamedIsShownWithItsThoughtsFirst() {
    assertThat(replied(new ContentBlock.Reasoning(Text.of("Hm.")), prose("It is noon.")))
        .containsExactly(new AgentThought("e1.1", "Hm."), new AgentText("e1.1", "It is noon."));
  }

  @Test
  @Tag("J1")
  void theEndOfAReplyThatWasMissedFollowsWhenItIsSettled() {
    text("It is ");
    mapper.map(new Notice.Missed(1, 0, Notice.Missed.Why.SLOW_READER));
    assertThat(replied(prose("It is noon."))).containsExactly(new AgentText("e1.1", "noon."));
  }

  @Test
  @Tag("J1")
  @Tag("I1")
  void aReplyWithAHoleIsRetractedAndShownWhole() {
    mapper.map(new Notice.Missed(1, 0, Notice.Missed.Why.ATTACHED_LATE));
    text("noon.");
    var updates = replied(prose("It is noon."));
    assertThat(updates.getFirst()).isInstanceOf(TextRetracted.class);
    assertThat(updates.getLast()).isEqualTo(new AgentText("e1.1.whole", "It is noon."));
  }

  @Test
  void nothingOfARunIsShownAfterItsEnd() {
    happened(new Event.RunFinished(RUN, new RunOutcome.Cancelled("ada", "enough"), Usage.NONE));
    assertThat(text("late")).isEmpty();
    assertThat(happened(new Event.ToolStarted(RUN, EffectId.of(2), 1))).isEmpty();
  }
}
