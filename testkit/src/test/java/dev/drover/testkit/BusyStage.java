package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;

import dev.drover.kernel.Message;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Run;
import dev.drover.runtime.Session;
import dev.drover.runtime.policy.Policy;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.util.concurrent.CountDownLatch;

/// A session whose first run waits in a tool, for tests of those who speak to it meanwhile.
final class BusyStage {
  static final SessionId SESSION = new SessionId("s-busy");

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  /// Calls a tool that waits, and then answers; whatever it is asked next it answers with a count.
  private final FakeModel model =
      new FakeModel(
          (request, _) -> {
            long said =
                request.messages().stream().filter(Message.Assistant.class::isInstance).count();
            return said == 0 ? calls("wait") : says("answer " + said);
          });

  private final FakeTool wait =
      FakeTool.pure(
          "wait",
          _ -> {
            begun.countDown();
            goOn.await();
            return done("waited");
          });

  /// The run waits.
  CountDownLatch begun() {
    return begun;
  }

  /// Lets the run go on.
  CountDownLatch goOn() {
    return goOn;
  }

  FakeModel model() {
    return model;
  }

  Agent agent(Drover drover) {
    return drover.agent("clerk").model(model).tools(wait).policy(Policy.ALLOW_ALL).build();
  }

  Session session(Drover drover) {
    return agent(drover).open(SESSION);
  }

  /// The first run, when it waits.
  Run goingIn(Session session) throws InterruptedException {
    var run = session.send("first");
    begun.await();
    return run;
  }

  static Ask queued(String prompt) {
    return Ask.of(prompt).whenBusy(WhenBusy.QUEUE);
  }
}
