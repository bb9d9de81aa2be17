package dev.drover.spi.store;

import java.nio.file.Path;

/// A kind of store that can be opened by name, loaded with [java.util.ServiceLoader]. So the
/// runtime can offer an embedded store without depending on one.
public interface StoreProvider {
  /// Such as `embedded`.
  String kind();

  /// Opens the store in this file, and creates it if it does not exist.
  ///
  /// @throws dev.drover.spi.PortException with the reason and the remedy
  Store open(Path file);

  /// Opens the store in this file for reading. Does not block writers, and works without free disk
  /// space and without write permission.
  ///
  /// @throws dev.drover.spi.PortException with the reason and the remedy; `store_outdated` if an
  ///   older version wrote it and it must be opened for writing once
  Store openReadOnly(Path file);
}
