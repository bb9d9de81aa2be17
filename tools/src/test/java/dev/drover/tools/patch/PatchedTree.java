package dev.drover.tools.patch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// A workspace with a few small files, and a patch that uses every kind of change.
record PatchedTree(Path workspace) {
  static final String ALL_KINDS =
      """
      *** Begin Patch
      *** Add File: new/n.txt
      +one
      +
      +two
      *** Update File: a.txt
      @@
       1
      -2
      +two
       3
      *** Update File: b.txt
      *** Move to: moved/b.txt
      @@
      -x
      +y
      *** Delete File: c.txt
      *** End Patch
      """;

  void plant() throws IOException {
    write("a.txt", "1\n2\n3\n");
    write("b.txt", "x\n");
    write("c.txt", "gone\n");
  }

  void write(String name, String text) throws IOException {
    var file = workspace.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /// The content of every file.
  Map<String, String> files() throws IOException {
    var all = new TreeMap<String, String>();
    try (var files = Files.walk(workspace)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        all.put(
            workspace.relativize(file).toString(),
            new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
      }
    }
    return all;
  }
}
