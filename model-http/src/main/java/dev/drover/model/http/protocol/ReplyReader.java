package dev.drover.model.http.protocol;

import dev.drover.kernel.message.ModelReply;
import dev.drover.model.http.transport.SseEvent;

/// Reads a reply as it arrives. Used by one thread.
public interface ReplyReader {
  /// @return whether the reply is complete, so that nothing more need be read
  /// @throws ProviderErrorException if the provider reports an error, or its event is malformed
  boolean accept(SseEvent event) throws ProviderErrorException;

  /// The whole reply, after the end of the stream.
  ///
  /// @throws ProviderErrorException if the stream ended too early
  ModelReply reply() throws ProviderErrorException;
}
