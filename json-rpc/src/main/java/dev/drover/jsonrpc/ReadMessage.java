package dev.drover.jsonrpc;

import dev.drover.kernel.check.NullChecks;

/// The content of one line, or of one event of a stream.
public sealed interface ReadMessage {
  record Message(RpcMessage message) implements ReadMessage {
    public Message {
      NullChecks.nonNull(message, "Message.message");
    }
  }

  /// It is no message.
  ///
  /// @param id of the request that it seems to be, or that it seems to answer; null if unknown
  /// @param kind whether it seems to answer a request of this side
  /// @param error what is wrong with it, as the other side may be told
  /// @param excerpt its beginning, for people
  record Unreadable(RpcId id, Kind kind, RpcError error, String excerpt) implements ReadMessage {
    public Unreadable {
      NullChecks.nonNull(id, "Unreadable.id");
      NullChecks.nonNull(kind, "Unreadable.kind");
      NullChecks.nonNull(error, "Unreadable.error");
      NullChecks.nonNull(excerpt, "Unreadable.excerpt");
    }
  }

  /// What an unreadable message seems to be.
  enum Kind {
    ANSWER,
    OTHER
  }
}
