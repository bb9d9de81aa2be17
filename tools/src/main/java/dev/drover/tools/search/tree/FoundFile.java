package dev.drover.tools.search.tree;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;

/// A file that a walk has come to. Good only while it is visited.
///
/// @param path from the root of the workspace, with slashes
public record FoundFile(Branch branch, Path name, String path) {
  /// Opens it in the folder that is held: whatever the path has become, it is not used, and a link
  /// is not followed.
  public ReadableByteChannel open() throws IOException {
    return branch.folder().open(name, Branch.READ);
  }

  public Path inside() {
    return branch.inside().resolve(name);
  }
}
