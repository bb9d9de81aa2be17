package dev.drover.internal.session;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;

import dev.drover.Agent;
import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.policy.Policy;
import java.util.concurrent.CountDownLatch;

/// A session whose first run waits in a tool, for tests that send inputs meanwhile.
final class BusySessionFixture {
  static final SessionId SESSION = new SessionId("s-busy");

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  /// Calls a tool that waits, and then answers; later prompts are answered with a count.
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

  /// Counted down once the run waits.
  CountDownLatch begun() {
    return begun;
  }

  /// Lets the run continue.
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

  /// Returns the first run once it waits.
  Run goingIn(Session session) throws InterruptedException {
    var run = session.send("first");
    begun.await();
    return run;
  }

  static Ask queued(String prompt) {
    return Ask.of(prompt).whenBusy(WhenBusy.QUEUE);
  }
}
