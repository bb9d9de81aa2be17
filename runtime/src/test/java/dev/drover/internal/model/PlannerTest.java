package dev.drover.internal.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.compaction.CompactionPolicy.Room;
import dev.drover.internal.spend.TokenEstimate;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.machine.Conversation;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is removed from conversations, in examples and as a property over generated ones.
@Tag("C6")
class PlannerTest {
  /// A tail of two thousand tokens in a window of twenty thousand.
  private static final Room ROOM = new Room(16_000, 2_000, 4_000);

  private final List<Message> messages = new ArrayList<>();

  private PlannerTest user(int tokens) {
    messages.add(new Message.User(words(tokens)));
    return this;
  }

  private PlannerTest says(int tokens) {
    messages.add(
        new Message.Assistant(
            List.of(new ContentBlock.Prose(words(tokens))), Message.Ending.WHOLE));
    return this;
  }

  /// Adds a call with an output of this many tokens.
  private PlannerTest looks(int tokens) {
    var id = "c" + messages.size();
    messages.add(
        new Message.Assistant(
            List.of(new ContentBlock.Call(new ToolCall(id, "look", Text.of("{}")))),
            Message.Ending.WHOLE));
    messages.add(
        new Message.ToolResult(
            new EffectId(messages.size()), id, "look", new ToolOutcome.Succeeded(words(tokens))));
    return this;
  }

  private static Text words(int tokens) {
    return Text.of("word".repeat(tokens));
  }

  private Optional<CompactionOutcome.Cut> plan(Cause cause) {
    return plan(cause, 0);
  }

  /// @param known the minimum number of tokens that the provider reported
  private Optional<CompactionOutcome.Cut> plan(Cause cause, long known) {
    var length = RequestLength.of("", List.of(), messages).atLeast(known);
    return new CompactionPlanner(ROOM, Conversation.of(messages), length).plan(cause);
  }

  private static Optional<CompactionOutcome.Cut> cut(
      int dropped, int kept, List<Integer> spared, List<Integer> trimmed) {
    return Optional.of(new CompactionOutcome.Cut(dropped, kept, spared, trimmed));
  }

  @Test
  void onlyTheOldestLargeOutputsAreRemovedUntilThereIsRoom() {
    user(10).looks(6_000).looks(500).looks(6_000).looks(6_000).looks(900).says(10).user(10);
    assertThat(plan(Cause.WINDOW)).isEqualTo(cut(0, 13, List.of(), List.of(2, 6)));
  }

  @Test
  void anOutputInTheTailStaysIfOthersAreEnough() {
    user(10).looks(9_000).says(10).user(10).looks(7_500);
    assertThat(plan(Cause.WINDOW)).isEqualTo(cut(0, 7, List.of(), List.of(2)));
  }

  @Test
  void theRestIsSummarizedAndTheTailAndThePromptsAreKept() {
    user(10).says(8_000).user(20).says(8_000).user(30).says(1_000).user(40);
    assertThat(plan(Cause.WINDOW)).isEqualTo(cut(4, 3, List.of(0, 2), List.of()));
  }

  @Test
  void theNewestPromptsAreKeptAndOlderOnesAreRemoved() {
    user(3_000).says(8_000).user(3_000).says(3_000).user(10).says(1_500).user(10);
    assertThat(plan(Cause.WINDOW)).isEqualTo(cut(4, 3, List.of(2), List.of()));
  }

  @Test
  void theLastPromptIsKeptWhateverItsLength() {
    user(9_000);
    for (int i = 0; i < 8; i++) {
      looks(900);
    }
    looks(1_900);
    assertThat(plan(Cause.WINDOW)).isEqualTo(cut(17, 2, List.of(0), List.of()));
  }

  @Test
  void aSummaryOrAValidationErrorIsNotAPrompt() {
    user(10);
    messages.add(new Message.User(Text.of(CompactionOutcome.Applied.SUMMARY_PREFIX + "] before")));
    says(9_000);
    messages.add(
        new Message.User(Text.of("No name.\nAnswer again, with the corrected JSON object alone.")));
    says(8_000);
    messages.add(
        new Message.User(Text.of("No age.\nAnswer again, with the corrected JSON object alone.")));
    assertThat(plan(Cause.WINDOW)).isEqualTo(cut(5, 1, List.of(0), List.of()));
  }

  @Test
  void aCallStaysWithItsOutcomeEvenIfTheTailBecomesLonger() {
    user(10).says(16_000).user(10).looks(3_000);
    assertThat(plan(Cause.WINDOW)).isEqualTo(cut(3, 2, List.of(0, 2), List.of()));
  }

  @Test
  void removedOutputsAreNotRemovedAgain() {
    user(10).looks(1).says(16_000).user(10);
    messages.set(
        2,
        new Message.ToolResult(
            new EffectId(1),
            "c1",
            "look",
            new ToolOutcome.Succeeded(
                Text.of("[This output was taken out to make room" + "!".repeat(9_000)))));
    assertThat(plan(Cause.OVERFLOW).orElseThrow().dropped()).isEqualTo(4);
  }

  @Test
  void aTurnThatFillsTheWindowAloneLosesItsOutputs() {
    user(10).looks(20_000);
    assertThat(plan(Cause.WINDOW)).isEqualTo(cut(0, 3, List.of(), List.of(2)));
  }

  @Test
  void aPromptThatFillsTheWindowAloneCannotBeCompacted() {
    user(20_000);
    assertThat(plan(Cause.WINDOW)).isEmpty();
    assertThat(plan(Cause.OVERFLOW)).isEmpty();
  }

  @Test
  void aSmallGainCountsOnlyOnRequest() {
    user(10).says(100).user(14_500).looks(900).looks(900);
    assertThat(plan(Cause.WINDOW)).isEmpty();
    assertThat(plan(Cause.ASKED)).isEqualTo(cut(3, 4, List.of(2), List.of()));
  }

  @Test
  void aCompactionOnRequestKeepsTheLastExchange() {
    user(10).says(10).user(10).looks(10).says(10).user(10).says(10);
    assertThat(plan(Cause.ASKED)).isEqualTo(cut(6, 2, List.of(0, 2), List.of()));
    messages.subList(2, messages.size()).clear();
    assertThat(plan(Cause.ASKED)).isEmpty();
  }

  @Test
  void aHigherCountOfTheProviderIsUsed() {
    user(10).says(3_000).user(10).says(3_000).user(10).says(1_000).user(10);
    assertThat(plan(Cause.WINDOW, 20_000)).isEqualTo(cut(6, 1, List.of(0, 2, 4), List.of()));
  }

  @Test
  void everyResultIsValidAndFitsAndHasTheLastPrompt() {
    for (int seed = 0; seed < 3_000; seed++) {
      messages.clear();
      grow(new SplittableRandom(seed));
      var before = RequestLength.of("", List.of(), messages).tokens();
      assertThat(Conversation.of(messages).tokenBound()).isGreaterThanOrEqualTo(before);
      if (before <= ROOM.limit()) {
        continue;
      }
      var plan = plan(Cause.WINDOW);
      assertThat(plan).as("seed %d", seed).isPresent();
      var left = left(plan.orElseThrow());
      isAcceptable(seed, left);
      assertThat(left).as("seed %d", seed).contains(lastWish());
      assertThat(RequestLength.of("", List.of(), left).tokens())
          .as("seed %d", seed)
          .isLessThanOrEqualTo(ROOM.limit());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain words", "où ça", "何がありますか", "🐑🐑🐑🐑", ""})
  void theTokenBoundIsNeverBelowTheEstimate(String words) {
    for (int times : List.of(0, 1, 100)) {
      var said = Text.of(words.repeat(times));
      var message = new Message.User(said);
      assertThat(Conversation.of(List.of(message)).tokenBound())
          .isGreaterThanOrEqualTo(TokenEstimate.likelyTokens(message));
    }
  }

  /// Adds prompts of some length, each followed by calls and texts.
  private void grow(SplittableRandom random) {
    for (int exchange = random.nextInt(1, 12); exchange > 0; exchange--) {
      user(random.nextInt(1, 400));
      for (int call = random.nextInt(0, 6); call > 0; call--) {
        looks(random.nextInt(1, 4_000));
      }
      if (exchange > 1) {
        says(random.nextInt(1, 2_000));
      }
    }
  }

  private Message lastWish() {
    return messages.stream()
        .filter(Message.User.class::isInstance)
        .reduce((_, later) -> later)
        .orElseThrow();
  }

  /// Computed by hand from the fields of a cut.
  private List<Message> left(CompactionOutcome.Cut cut) {
    var left = new ArrayList<Message>();
    cut.keptUserMessages().forEach(place -> left.add(messages.get(place)));
    if (cut.dropped() > 0) {
      left.add(
          new Message.User(Text.of(CompactionOutcome.Applied.SUMMARY_PREFIX + "x".repeat(8_000))));
    }
    for (int i = cut.dropped(); i < messages.size(); i++) {
      left.add(
          cut.trimmed().contains(i)
              ? without((Message.ToolResult) messages.get(i))
              : messages.get(i));
    }
    return left;
  }

  private static Message without(Message.ToolResult result) {
    return new Message.ToolResult(
        result.effect(), result.callId(), result.tool(), new ToolOutcome.Succeeded(words(30)));
  }

  private static void isAcceptable(int seed, List<Message> left) {
    assertThat(left.getFirst()).as("seed %d", seed).isInstanceOf(Message.User.class);
    for (int i = 0; i < left.size(); i++) {
      boolean calls =
          left.get(i) instanceof Message.Assistant(var blocks, _)
              && blocks.getFirst() instanceof ContentBlock.Call;
      boolean hasOutcome = i + 1 < left.size() && left.get(i + 1) instanceof Message.ToolResult;
      assertThat(hasOutcome).as("seed %d, message %d", seed, i).isEqualTo(calls);
      assertThat(
              left.get(i) instanceof Message.Assistant
                  && i + 1 < left.size()
                  && left.get(i + 1) instanceof Message.Assistant)
          .as("seed %d, message %d", seed, i)
          .isFalse();
    }
  }
}
