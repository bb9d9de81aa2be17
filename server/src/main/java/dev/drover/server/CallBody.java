package dev.drover.server;

/// The content of a call, which is read when a handler wants it: a call that is refused before
/// costs no memory.
public interface CallBody {
  CallBody EMPTY = () -> new byte[0];

  /// Reads all of it. May be called once.
  ///
  /// @throws CallRefusedException if it is too large, or does not arrive in time
  byte[] read() throws CallRefusedException;
}
