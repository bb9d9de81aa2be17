package dev.drover.tools.search.tree;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;

/// A file found by a walk. Valid only while it is visited.
///
/// @param path relative to the root of the workspace, with slashes
public record FoundFile(TreeFolder parent, Path name, String path) {
  /// Opens it relative to the open folder: the path is not resolved again, and a link is not
  /// followed.
  public ReadableByteChannel open() throws IOException {
    return parent.folder().open(name, TreeFolder.READ);
  }

  public Path inside() {
    return parent.inside().resolve(name);
  }
}
