package dev.drover.model.http.protocol;

import dev.drover.kernel.ModelReply;
import dev.drover.model.http.wire.SseEvent;

/// A reply on its way. Used by one thread.
public interface Reading {
  /// @return whether the reply is whole with this, so that nothing more need be read
  /// @throws Troubled if the provider says that there is no reply, or what it says makes no sense
  boolean accept(SseEvent event) throws Troubled;

  /// The whole reply, when the stream has come to its end.
  ///
  /// @throws Troubled if the end came too early
  ModelReply reply() throws Troubled;
}
