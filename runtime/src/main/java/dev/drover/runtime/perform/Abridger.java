package dev.drover.runtime.perform;

import dev.drover.kernel.AnswerType;
import dev.drover.kernel.Block;
import dev.drover.kernel.Cut;
import dev.drover.kernel.Effect;
import dev.drover.kernel.Failure;
import dev.drover.kernel.HookMark;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.Problem;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Shortening;
import dev.drover.kernel.ShorteningDenial;
import dev.drover.kernel.ShorteningFailure;
import dev.drover.kernel.ShorteningOutcome;
import dev.drover.kernel.ShorteningOutcome.Cause;
import dev.drover.kernel.Text;
import dev.drover.kernel.Usage;
import dev.drover.runtime.agent.Texts;
import dev.drover.runtime.compact.CompactionPolicy;
import dev.drover.runtime.compact.CompactionPolicy.Mode;
import dev.drover.runtime.compact.CompactionPolicy.Room;
import dev.drover.runtime.compact.Length;
import dev.drover.runtime.compact.Planner;
import dev.drover.runtime.compact.Summary;
import dev.drover.runtime.compact.Transcript;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.hooking.Passage;
import dev.drover.runtime.hooking.Scenes;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.secret.Redactor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes the conversation shorter: before the model is asked, if the request would be too long;
/// after it has said that the request was; or because somebody wants it so. Nothing has changed
/// when it does not succeed.
final class Abridger {
  private static final Abridged AS_IT_IS = new Abridged.AsItIs();

  /// Whoever wants it if nobody asked for it.
  private static final String ITSELF = "drover";

  /// A summary is asked for with less than fits for sure, whatever the letters are.
  private static final int BYTES_PER_TOKEN = 3;

  private static final long LEAST_TRANSCRIPT = 4_000;
  private static final long USUAL_WINDOW = 32_000;

  private final Texts texts;
  private final Cashier cashier;
  private final Redactor redactor;
  private final Transcript transcript;
  private final ModelCaller models;

  Abridger(Texts texts, Cashier cashier, Redactor redactor) {
    this.texts = texts;
    this.cashier = cashier;
    this.redactor = redactor;
    this.transcript = new Transcript(texts);
    this.models = new ModelCaller(redactor);
  }

  /// What came of it.
  sealed interface Abridged {
    record Done(ShorteningOutcome outcome) implements Abridged {
      /// Whether the model was asked, and has answered.
      boolean isAnswered() {
        return switch (outcome) {
          case Shortening shortening -> shortening.isSummedUp();
          case ShorteningFailure failure -> !failure.usage().equals(Usage.NONE);
          case ShorteningDenial _ -> false;
        };
      }
    }

    /// The model did not sum up, and may do so later, or another one may.
    record Broke(Failure failure) implements Abridged {}

    /// There is nothing that must go, or nothing that can.
    record AsItIs() implements Abridged {}
  }

  /// What is to be done.
  ///
  /// @param focus what whoever sums up is to look after above all; may be empty
  private record Order(String by, Cause cause, Room room, Length length, String focus) {}

  Abridged before(Effect.CallModel effect, Stage stage, ModelRequest request)
      throws InterruptedException {
    if (!mayAct(stage)) {
      return AS_IT_IS;
    }
    var room = policy(stage).room(stage.agent().model());
    if (!room.isKnown() || !Length.isOver(room.limit(), request, stage.state())) {
      return AS_IT_IS;
    }
    var length = Length.of(request).measured(request, stage.state());
    if (length.tokens() < worthTrying(stage.state())) {
      return AS_IT_IS;
    }
    return abridged(effect, stage, new Order(ITSELF, Cause.WINDOW, room, length, ""));
  }

  /// Nobody would sum up what nobody has summed up a turn before: it must be longer by an eighth.
  private static long worthTrying(SessionState state) {
    long setback = state.annals().setback();
    return setback + setback / 8;
  }

  /// The model has said that this request is too long.
  Abridged overflowed(Effect.CallModel effect, Stage stage, ModelRequest request)
      throws InterruptedException {
    if (!mayAct(stage)) {
      return AS_IT_IS;
    }
    var told = Length.of(request).measured(request, stage.state());
    var model = stage.agent().model();
    var known = policy(stage).room(model);
    var room = known.isKnown() ? known : policy(stage).roomWithin(told.tokens() / 2);
    var length = told.atLeast(model.window());
    return abridged(effect, stage, new Order(ITSELF, Cause.OVERFLOW, room, length, ""));
  }

  /// Somebody wants it.
  ///
  /// @param own the model that is to see less; whoever sums up must have room for it as well
  Abridged asked(Effect.CallModel effect, Stage stage, Model own, String by, String focus)
      throws InterruptedException {
    var agent = stage.agent();
    var messages = stage.state().conversation().messages();
    if (messages.isEmpty()) {
      return AS_IT_IS;
    }
    var length = Length.of(agent.instructions(), agent.tools().specs(), messages);
    var known = policy(stage).room(own).orLess(policy(stage).room(agent.model()));
    var room = known.isKnown() ? known : policy(stage).roomWithin(atLeast(length));
    return abridged(effect, stage, new Order(by, Cause.ASKED, room, length, focus));
  }

  /// A model whose window nobody knows has taken a conversation of this length.
  private static long atLeast(Length length) {
    return Math.max(2 * length.tokens(), USUAL_WINDOW);
  }

  private static CompactionPolicy policy(Stage stage) {
    return stage.agent().conduct().compaction();
  }

  /// Once between two replies, and only where it is wanted.
  private static boolean mayAct(Stage stage) {
    return policy(stage).mode() == Mode.BY_ITSELF && mayBeShortened(stage.state());
  }

  private static boolean mayBeShortened(SessionState state) {
    return state.running().filter(frame -> frame.vigil().length().isOpen()).isPresent();
  }

  private Abridged abridged(Effect.CallModel effect, Stage stage, Order order)
      throws InterruptedException {
    var plan =
        new Planner(order.room(), stage.state().conversation(), order.length()).plan(order.cause());
    if (plan.isEmpty()) {
      return AS_IT_IS;
    }
    return switch (passed(effect, stage, order)) {
      case Passage.Denied(_, _, var marks) ->
          new Abridged.Done(new ShorteningDenial(order.by(), order.cause(), marks));
      case Passage.Passed passed ->
          plan.get().dropped() == 0
              ? done(order, plan.get(), Text.EMPTY, Usage.NONE, passed.marks())
              : summedUp(effect, stage, order, plan.get(), passed);
    };
  }

  /// What hooks say to it; they may have other words for whoever sums up.
  private Passage passed(Effect.CallModel effect, Stage stage, Order order)
      throws InterruptedException {
    var instructions = Summary.instructions(order.focus());
    var hooks = stage.desk().hooks();
    if (hooks == null || !hooks.isFor(HookPoint.BeforeCompaction.class)) {
      return new Passage.Passed(instructions, List.of());
    }
    var run = stage.state().running().isPresent() ? effect.run() : null;
    var point =
        new HookPoint.BeforeCompaction(
            Scenes.of(stage.state(), run),
            order.cause(),
            stage.state().conversation().size(),
            order.length().tokens(),
            instructions);
    return hooks.pass(point, this::objection);
  }

  private String objection(String instructions) {
    if (instructions.isBlank()) {
      return "it is empty";
    }
    return redactor.finds(instructions) ? "it holds what looks like a password, key or token" : "";
  }

  private static Abridged done(
      Order order, Cut cut, Text summary, Usage usage, List<HookMark> marks) {
    return new Abridged.Done(new Shortening(order.by(), order.cause(), cut, summary, usage, marks));
  }

  private Abridged summedUp(
      Effect.CallModel effect, Stage stage, Order order, Cut cut, Passage.Passed told)
      throws InterruptedException {
    var request = request(effect, stage, order, cut, told.words());
    var unpaid = cashier.forPresent(stage, () -> cashier.forModel(effect, stage, request));
    if (unpaid != null) {
      return broke(order, unpaid, Usage.NONE);
    }
    try {
      // Nobody is shown how a summary comes to be: it is no answer.
      var reply = models.call(stage.agent().model(), request, _ -> {});
      var said = words(reply);
      var unusable = unusable(reply, said);
      return unusable == null
          ? done(order, cut, Text.of(Summary.message(said)), reply.usage(), told.marks())
          : broke(order, unusable, reply.usage());
    } catch (ModelException broken) {
      // Another model may sum up what this one does not.
      return stage.agent().conduct().fallbacks().after(broken.failure()) == null
          ? broke(order, broken.failure(), Usage.NONE)
          : new Abridged.Broke(broken.failure());
    }
  }

  private static Abridged broke(Order order, Failure failure, Usage usage) {
    return failure.retry() instanceof Failure.Retry.Never
        ? new Abridged.Done(
            new ShorteningFailure(
                order.by(), order.cause(), failure.problem(), order.length().tokens(), usage))
        : new Abridged.Broke(failure);
  }

  private ModelRequest request(
      Effect.CallModel effect, Stage stage, Order order, Cut cut, String instructions) {
    var dropped = stage.state().conversation().messages().subList(0, cut.dropped());
    long most =
        Math.max(LEAST_TRANSCRIPT, (order.room().limit() - Planner.SUMMARY) * BYTES_PER_TOKEN);
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
      if (block instanceof Block.Prose(var text)) {
        words.append(texts.read(text));
      }
    }
    return words.toString();
  }

  /// @return why this must not stand for what was said; null if it may
  private static @Nullable Failure unusable(ModelReply reply, String said) {
    return switch (reply.stop()) {
      case LENGTH -> summaryCut();
      case REFUSED -> nothingSaid();
      case DONE, CALLS -> said.isBlank() ? nothingSaid() : null;
    };
  }

  /// The end of it would be missing, and nobody would know what stood there.
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
