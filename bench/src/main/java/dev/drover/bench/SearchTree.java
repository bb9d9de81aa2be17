package dev.drover.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/// A tree of sources, large enough that the search dominates the measurement: three copies of the
/// JDK's own sources if the JDK has them, otherwise generated files of the same size.
final class SearchTree {
  private static final int COPIES = 3;
  private static final int MADE_UP_FILES = 30_000;
  private static final int MADE_UP_LINES = 500;

  private SearchTree() {}

  /// Created once, then reused.
  static Path in(Path folder) throws IOException {
    var tree = folder.resolve("tree");
    if (Files.isDirectory(tree)) {
      return tree;
    }
    var unfinished = Files.createDirectories(folder.resolve("tree-unfinished"));
    var sources = Path.of(System.getProperty("java.home"), "lib", "src.zip");
    for (int i = 0; i < COPIES; i++) {
      var copy = unfinished.resolve("copy" + i);
      if (Files.exists(sources)) {
        unpack(sources, copy);
      } else {
        makeUp(copy, i);
      }
    }
    Files.writeString(unfinished.resolve(".gitignore"), "/copy1/java.desktop/\n*.properties\n");
    Files.writeString(
        unfinished.resolve("copy2/.gitignore"), "**/package-info.java\n!*.properties\n");
    return Files.move(unfinished, tree);
  }

  private static void unpack(Path zip, Path into) throws IOException {
    try (var file = new ZipFile(zip.toFile())) {
      for (var entry : file.stream().filter(each -> !each.isDirectory()).toList()) {
        var target = into.resolve(entry.getName()).normalize();
        if (target.startsWith(into)) {
          Files.createDirectories(target.getParent());
          try (var content = file.getInputStream(entry)) {
            Files.copy(content, target);
          }
        }
      }
    }
  }

  private static void makeUp(Path into, int seed) throws IOException {
    var random = new SplittableRandom(seed);
    for (int i = 0; i < MADE_UP_FILES / COPIES; i++) {
      var folder = into.resolve("d%d/d%d".formatted(i % 17, i % 211));
      Files.createDirectories(folder);
      Files.write(
          folder.resolve("File%d.java".formatted(i)),
          Stream.generate(() -> line(random)).limit(MADE_UP_LINES).toList());
    }
  }

  private static String line(SplittableRandom random) {
    return switch (random.nextInt(40)) {
      case 0 -> "  synchronized (lock%d) {".formatted(random.nextInt(10));
      case 1 -> "import java.util.List%d;".formatted(random.nextInt(1000));
      case 2 -> "    throw new NullPointerException(\"" + random.nextLong() + "\");";
      default -> "    int x%d = %d;".formatted(random.nextInt(), random.nextInt());
    };
  }
}
