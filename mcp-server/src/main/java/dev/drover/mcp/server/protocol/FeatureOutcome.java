package dev.drover.mcp.server.protocol;

import static dev.drover.kernel.check.NullChecks.nonNull;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What a tool, a prompt or a resource answers.
public sealed interface FeatureOutcome {
  record Complete(ObjectNode result) implements FeatureOutcome {
    public Complete {
      nonNull(result, "result");
    }
  }

  /// The client is to answer these requests and to send its own again, with this state.
  ///
  /// @param requests by keys that its answers repeat
  record InputRequired(ObjectNode requests, @Nullable String state) implements FeatureOutcome {
    public InputRequired {
      nonNull(requests, "requests");
    }
  }
}
