package dev.drover.internal.handle;

import dev.drover.kernel.value.SessionId;

/// A session that this process drives, whether or not it has a handle. A close stops the effect
/// that uses it.
public record DrivenSession(SessionId id, String agent) implements SessionReference {
  @Override
  public void requireOpen() {}

  @Override
  public boolean isClosed() {
    return false;
  }

  @Override
  public boolean awaitClosed() {
    return false;
  }
}
