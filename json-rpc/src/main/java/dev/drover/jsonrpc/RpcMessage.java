package dev.drover.jsonrpc;

import dev.drover.kernel.check.NullChecks;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One message.
public sealed interface RpcMessage {
  /// Wants an answer.
  ///
  /// @param params an object or a list; null if there are none
  record Request(RpcId id, String method, @Nullable JsonNode params) implements RpcMessage {
    public Request {
      NullChecks.nonNull(id, "Request.id");
      NullChecks.nonNull(method, "Request.method");
    }
  }

  /// Is never answered.
  ///
  /// @param params an object or a list; null if there are none
  record Notification(String method, @Nullable JsonNode params) implements RpcMessage {
    public Notification {
      NullChecks.nonNull(method, "Notification.method");
    }
  }

  /// Answers a request.
  sealed interface Answer extends RpcMessage {
    RpcId id();
  }

  record Result(RpcId id, JsonNode result) implements Answer {
    public Result {
      NullChecks.nonNull(id, "Result.id");
      NullChecks.nonNull(result, "Result.result");
    }
  }

  record Failure(RpcId id, RpcError error) implements Answer {
    public Failure {
      NullChecks.nonNull(id, "Failure.id");
      NullChecks.nonNull(error, "Failure.error");
    }
  }
}
