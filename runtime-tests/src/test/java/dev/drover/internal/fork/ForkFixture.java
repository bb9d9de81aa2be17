package dev.drover.internal.fork;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.policy.Policy;
import java.util.List;

/// An agent whose sessions are forked.
final class ForkFixture {
  static final SessionId SOURCE = new SessionId("s-source");
  static final SessionId FORK = new SessionId("s-fork");

  static final Message INTERRUPTED = new Message.Assistant(List.of(), Message.Ending.INTERRUPTED);

  private ForkFixture() {}

  /// Calls a tool when asked to look, and answers all other prompts briefly.
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
