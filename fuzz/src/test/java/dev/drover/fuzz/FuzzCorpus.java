package dev.drover.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The stored inputs of a reader.
final class FuzzCorpus {
  /// The fuzzer of the codec starts with every format that was ever released.
  private static final Path GOLDEN = Path.of("../codec/src/test/resources/golden");

  private FuzzCorpus() {}

  /// The folders of a reader's inputs, its own first.
  static List<Path> folders(FuzzReaders reader) {
    return reader == FuzzReaders.CODEC
        ? List.of(
            reader.corpus(),
            GOLDEN.resolve("v1"),
            GOLDEN.resolve("input-v1"),
            GOLDEN.resolve("state-v1"))
        : List.of(reader.corpus());
  }

  static List<Path> of(FuzzReaders reader) {
    var kept = new ArrayList<Path>();
    for (var folder : folders(reader)) {
      try (var files = Files.list(folder)) {
        kept.addAll(files.sorted().toList());
      } catch (IOException unusable) {
        throw new UncheckedIOException(unusable);
      }
    }
    return kept;
  }

  static byte[] bytes(Path kept) {
    try {
      return Files.readAllBytes(kept);
    } catch (IOException unusable) {
      throw new UncheckedIOException(unusable);
    }
  }
}
