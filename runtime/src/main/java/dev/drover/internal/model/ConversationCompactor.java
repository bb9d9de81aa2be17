package dev.drover.internal.model;

import dev.drover.compaction.CompactionPolicy;
import dev.drover.compaction.CompactionPolicy.Mode;
import dev.drover.compaction.CompactionPolicy.Room;
import dev.drover.hook.HookPoint;
import dev.drover.internal.effect.EffectContext;
import dev.drover.internal.hook.GateVerdict;
import dev.drover.internal.hook.HookContexts;
import dev.drover.internal.spend.BudgetReservations;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.secret.SecretRedactor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Compacts the conversation: before a model call, if the request would be too long; after the
/// model rejected a request as too long; or on request. If it fails, nothing has changed.
final class ConversationCompactor {
  private static final CompactionResult AS_IT_IS = new CompactionResult.AsItIs();

  /// The name for an automatic compaction.
  private static final String ITSELF = "drover";

  /// A summary request uses an estimate that certainly fits, for any alphabet.
  private static final int BYTES_PER_TOKEN = 3;

  private static final long LEAST_TRANSCRIPT = 4_000;
  private static final long USUAL_WINDOW = 32_000;

  private final EventTexts texts;
  private final BudgetReservations reservations;
  private final SecretRedactor redactor;
  private final ConversationTranscript transcript;
  private final ModelCaller models;

  ConversationCompactor(
      EventTexts texts, BudgetReservations reservations, SecretRedactor redactor) {
    this.texts = texts;
    this.reservations = reservations;
    this.redactor = redactor;
    this.transcript = new ConversationTranscript(texts);
    this.models = new ModelCaller(redactor);
  }

  /// The result of a compaction.
  sealed interface CompactionResult {
    record Done(CompactionOutcome outcome) implements CompactionResult {
      /// Whether the model was called and replied.
      boolean isAnswered() {
        return switch (outcome) {
          case CompactionOutcome.Applied shortening -> shortening.hasSummary();
          case CompactionOutcome.Failed failure -> !failure.usage().equals(Usage.NONE);
          case CompactionOutcome.Denied _ -> false;
        };
      }
    }

    /// The model returned no summary; it or another model may do so later.
    record Broke(Failure failure) implements CompactionResult {}

    /// Nothing has to be removed, or nothing can be.
    record AsItIs() implements CompactionResult {}
  }

  /// The parameters of a compaction.
  ///
  /// @param focus what the summary must keep with priority; may be empty
  private record CompactionRequest(
      String by, Cause cause, Room room, RequestLength length, String focus) {}

  CompactionResult before(Effect.CallModel effect, EffectContext stage, ModelRequest request)
      throws InterruptedException {
    if (!mayAct(stage)) {
      return AS_IT_IS;
    }
    var room = policy(stage).room(stage.agent().model());
    if (!room.isKnown() || !RequestLength.isOver(room.limit(), request, stage.state())) {
      return AS_IT_IS;
    }
    var length = RequestLength.of(request).measured(request, stage.state());
    if (length.tokens() < worthTrying(stage.state())) {
      return AS_IT_IS;
    }
    return abridged(effect, stage, new CompactionRequest(ITSELF, Cause.WINDOW, room, length, ""));
  }

  /// After a failed summary, the conversation must have grown by an eighth before the next attempt.
  private static long worthTrying(SessionState state) {
    long setback = state.records().failedCompactionTokens();
    return setback + setback / 8;
  }

  /// The model rejected this request as too long.
  CompactionResult afterOverflow(Effect.CallModel effect, EffectContext stage, ModelRequest request)
      throws InterruptedException {
    if (!mayAct(stage)) {
      return AS_IT_IS;
    }
    var told = RequestLength.of(request).measured(request, stage.state());
    var model = stage.agent().model();
    var known = policy(stage).room(model);
    var room = known.isKnown() ? known : policy(stage).roomWithin(told.tokens() / 2);
    var length = told.atLeast(model.window());
    return abridged(effect, stage, new CompactionRequest(ITSELF, Cause.OVERFLOW, room, length, ""));
  }

  /// A compaction on request.
  ///
  /// @param own the model that uses the conversation; the summarizing model must fit it as well
  CompactionResult onRequest(
      Effect.CallModel effect, EffectContext stage, Model own, String by, String focus)
      throws InterruptedException {
    var agent = stage.agent();
    var messages = stage.state().conversation().messages();
    if (messages.isEmpty()) {
      return AS_IT_IS;
    }
    var length = RequestLength.of(agent.instructions(), agent.tools().declared(), messages);
    var known = policy(stage).room(own).orLess(policy(stage).room(agent.model()));
    var room = known.isKnown() ? known : policy(stage).roomWithin(atLeast(length));
    return abridged(effect, stage, new CompactionRequest(by, Cause.ASKED, room, length, focus));
  }

  /// A model with an unknown window has accepted a conversation of this length.
  private static long atLeast(RequestLength length) {
    return Math.max(2 * length.tokens(), USUAL_WINDOW);
  }

  private static CompactionPolicy policy(EffectContext stage) {
    return stage.agent().conduct().compaction();
  }

  /// Once between two replies, and only if it is enabled.
  private static boolean mayAct(EffectContext stage) {
    return policy(stage).mode() == Mode.BY_ITSELF && mayBeShortened(stage.state());
  }

  private static boolean mayBeShortened(SessionState state) {
    return state.running().filter(frame -> frame.progress().compaction().isOpen()).isPresent();
  }

  private CompactionResult abridged(
      Effect.CallModel effect, EffectContext stage, CompactionRequest order)
      throws InterruptedException {
    var plan =
        new CompactionPlanner(order.room(), stage.state().conversation(), order.length())
            .plan(order.cause());
    if (plan.isEmpty()) {
      return AS_IT_IS;
    }
    return switch (passed(effect, stage, order)) {
      case GateVerdict.Denied(_, _, var marks) ->
          new CompactionResult.Done(new CompactionOutcome.Denied(order.by(), order.cause(), marks));
      case GateVerdict.Passed passed ->
          plan.get().dropped() == 0
              ? done(order, plan.get(), Text.EMPTY, Usage.NONE, passed.marks())
              : summedUp(effect, stage, order, plan.get(), passed);
    };
  }

  /// Calls the hooks; they may rewrite the instructions for the summary.
  private GateVerdict passed(Effect.CallModel effect, EffectContext stage, CompactionRequest order)
      throws InterruptedException {
    var instructions = SummaryPrompt.instructions(order.focus());
    var hooks = stage.services().hooks();
    if (hooks == null || !hooks.isFor(HookPoint.BeforeCompaction.class)) {
      return new GateVerdict.Passed(instructions, List.of());
    }
    var run = stage.state().running().isPresent() ? effect.run() : null;
    var point =
        new HookPoint.BeforeCompaction(
            HookContexts.of(stage.state(), run),
            order.cause(),
            stage.state().conversation().size(),
            order.length().tokens(),
            instructions);
    return hooks.runGates(point, this::objection);
  }

  private String objection(String instructions) {
    if (instructions.isBlank()) {
      return "it is empty";
    }
    return redactor.hasSecret(instructions)
        ? "it holds what looks like a password, key or token"
        : "";
  }

  private static CompactionResult done(
      CompactionRequest order,
      CompactionOutcome.Cut cut,
      Text summary,
      Usage usage,
      List<HookMark> marks) {
    return new CompactionResult.Done(
        new CompactionOutcome.Applied(order.by(), order.cause(), cut, summary, usage, marks));
  }

  private CompactionResult summedUp(
      Effect.CallModel effect,
      EffectContext stage,
      CompactionRequest order,
      CompactionOutcome.Cut cut,
      GateVerdict.Passed told)
      throws InterruptedException {
    var request = request(effect, stage, order, cut, told.words());
    var unpaid =
        reservations.reserveIfOwned(
            stage, () -> reservations.reserveModelCall(effect, stage, request));
    if (unpaid != null) {
      return broke(order, unpaid, Usage.NONE);
    }
    try {
      // The deltas of a summary are not shown: it is not an answer.
      var reply = models.call(stage.agent().model(), request, _ -> {});
      var said = words(reply);
      var unusable = unusable(reply, said);
      return unusable == null
          ? done(order, cut, Text.of(SummaryPrompt.message(said)), reply.usage(), told.marks())
          : broke(order, unusable, reply.usage());
    } catch (ModelException broken) {
      // Another model may be able to summarize.
      return stage.agent().conduct().fallbacks().after(broken.failure()) == null
          ? broke(order, broken.failure(), Usage.NONE)
          : new CompactionResult.Broke(broken.failure());
    }
  }

  private static CompactionResult broke(CompactionRequest order, Failure failure, Usage usage) {
    return failure.retry() instanceof Failure.Retry.Never
        ? new CompactionResult.Done(
            new CompactionOutcome.Failed(
                order.by(), order.cause(), failure.problem(), order.length().tokens(), usage))
        : new CompactionResult.Broke(failure);
  }

  private ModelRequest request(
      Effect.CallModel effect,
      EffectContext stage,
      CompactionRequest order,
      CompactionOutcome.Cut cut,
      String instructions) {
    var dropped = stage.state().conversation().messages().subList(0, cut.dropped());
    long most =
        Math.max(
            LEAST_TRANSCRIPT, (order.room().limit() - CompactionPlanner.SUMMARY) * BYTES_PER_TOKEN);
    var read = new Message.User(Text.of(transcript.of(dropped, most)));
    return new ModelRequest(
        stage.agent().name(),
        instructions,
        List.of(),
        List.of(read),
        effect.attempt(),
        AnswerType.WORDS,
        texts);
  }

  private String words(ModelReply reply) {
    var words = new StringBuilder();
    for (var block : reply.blocks()) {
      if (block instanceof ContentBlock.Prose(var text)) {
        words.append(texts.read(text));
      }
    }
    return words.toString();
  }

  /// @return why this must not be used as a summary; null if it may
  private static @Nullable Failure unusable(ModelReply reply, String said) {
    return switch (reply.stop()) {
      case LENGTH -> summaryCut();
      case REFUSED -> nothingSaid();
      case DONE, CALLS -> said.isBlank() ? nothingSaid() : null;
    };
  }

  /// The end of the summary would be missing without notice.
  private static Failure summaryCut() {
    return Failure.lasting(
        new Problem(
            "summary_cut",
            "The summary was cut",
            "the model's output limit was reached before the summary was complete",
            "Try again, allow the model a longer reply, or trim the conversation without a"
                + " summary."));
  }

  private static Failure nothingSaid() {
    return Failure.lasting(
        new Problem(
            "summary_missing",
            "The model did not sum up",
            "the model gave no words, or refused to go on",
            "Try again, or trim the conversation without a summary."));
  }
}
