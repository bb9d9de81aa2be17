package dev.drover.cli.mcp;

import java.nio.file.Path;

/// A file that names servers. Changes keep everything else in it.
public interface ServerFile {
  Path path();

  /// Adds a server that the file does not have.
  void add(ServerEntry entry);

  /// @return false if the file has no such server
  boolean remove(String name);
}
