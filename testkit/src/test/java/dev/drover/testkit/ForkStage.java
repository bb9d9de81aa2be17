package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;

import dev.drover.kernel.Message;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Drover;
import dev.drover.runtime.policy.Policy;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.util.List;

/// A clerk whose sessions are forked.
final class ForkStage {
  static final SessionId SOURCE = new SessionId("s-source");
  static final SessionId FORK = new SessionId("s-fork");

  static final Message INTERRUPTED = new Message.Assistant(List.of(), Message.Ending.INTERRUPTED);

  private ForkStage() {}

  /// Looks when it is asked to, and answers everything else with a word.
  static FakeModel looking() {
    return new FakeModel(
        (request, _) ->
            request.messages().getLast() instanceof Message.User(var text, _)
                    && text.equals(Text.of("look"))
                ? calls("look", "look")
                : says("well"));
  }

  static Agent clerk(Drover drover) {
    return clerk(drover, looking());
  }

  static Agent clerk(Drover drover, FakeModel model) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(FakeTool.pure("look", _ -> done("seen")))
        .policy(Policy.ALLOW_ALL)
        .build();
  }
}
