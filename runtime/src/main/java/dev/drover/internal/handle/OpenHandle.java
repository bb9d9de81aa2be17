package dev.drover.internal.handle;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.tool.CancellationToken;

/// One handle of an open session, as used by the parts of its API.
///
/// @param agent the name of its agent
public record OpenHandle(SessionHold hold, String agent) implements SessionReference {
  @Override
  public SessionId id() {
    return hold.open().id();
  }

  @Override
  public void requireOpen() {
    hold.requireOpen();
  }

  @Override
  public boolean isClosed() {
    return !hold.isOpen();
  }

  @Override
  public boolean awaitClosed() {
    return hold.open().lifecycle().awaitClosed();
  }

  /// Cancelled when the session is closed or deleted.
  public CancellationToken scope() {
    return hold.open().lifecycle().scope();
  }
}
