package dev.drover.spi.store;

import java.nio.file.Path;

/// A kind of store that can be opened by name, found with [java.util.ServiceLoader]. So the runtime
/// can offer an embedded store without knowing which one it is.
public interface StoreProvider {
  /// Such as `embedded`.
  String kind();

  /// Opens the store in this file, and makes it if it is not there.
  ///
  /// @throws dev.drover.spi.PortException saying why not, and what to do
  Store open(Path file);

  /// Opens the store in this file to read it. Nothing is kept waiting by a process that writes, and
  /// nothing is needed that a reader may lack: room on the disk, or the right to write.
  ///
  /// @throws dev.drover.spi.PortException saying why not, and what to do; `store_outdated` if an
  ///   older version wrote it and it has to be opened for writing once
  Store openReadOnly(Path file);
}
