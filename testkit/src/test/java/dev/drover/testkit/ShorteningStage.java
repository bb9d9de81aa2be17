package dev.drover.testkit;

import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;

import dev.drover.kernel.Event;
import dev.drover.kernel.LoopGuard;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.Shortening;
import dev.drover.kernel.Text;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Session;
import dev.drover.runtime.policy.Policy;
import dev.drover.spi.model.ModelRequest;
import dev.drover.testkit.Fakes.FakeTool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// A clerk whose conversations grow too long, for tests of how they become shorter.
final class ShorteningStage {
  private ShorteningStage() {}

  /// With room for a handful of exchanges.
  static NarrowModel narrow(NarrowModel.Mind mind) {
    return new NarrowModel(16_000, 2_000, mind);
  }

  /// Has no window, and little to say.
  static NarrowModel boundless() {
    return new NarrowModel(0, 2_000, _ -> says("Fine."));
  }

  /// Says much to a prompt that is short.
  static ModelReply chat(ModelRequest request) {
    return says("Well. ".repeat(1_500));
  }

  static Session open(Drover drover, NarrowModel model, UnaryOperator<AgentBuilder> more) {
    return more.apply(
            drover
                .agent("clerk")
                .model(model)
                .tools(FakeTool.pure("look", _ -> done("x".repeat(12_000))))
                .loopGuard(LoopGuard.OFF)
                .policy(Policy.ALLOW_ALL))
        .build()
        .open();
  }

  static Session open(Drover drover, NarrowModel model) {
    return open(drover, model, UnaryOperator.identity());
  }

  static <E extends Event> List<E> events(Session session, Class<E> kind) {
    return Journals.events(session.drover(), session.id(), kind);
  }

  static List<Shortening> shortenings(Session session) {
    return events(session, Event.HistoryCompacted.class).stream()
        .map(Event.HistoryCompacted::shortening)
        .toList();
  }

  static Message user(String words) {
    return new Message.User(Text.of(words));
  }

  /// Six exchanges, about six thousand tokens.
  static List<Message> longHistory() {
    var history = new ArrayList<Message>();
    for (int i = 0; i < 6; i++) {
      history.add(user("Tell me more. ".repeat(200)));
      history.add(new Message.Assistant(says("More. ".repeat(200)).blocks(), Message.Ending.WHOLE));
    }
    return history;
  }

  static void talk(Session session, int turns) {
    for (int turn = 1; turn <= turns; turn++) {
      session.ask("prompt " + turn);
    }
  }
}
