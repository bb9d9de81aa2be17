package dev.drover.tools.patch;

import java.util.List;

/// The part of a patch that concerns one file.
///
/// @param path as given
/// @param target the path afterwards; differs from `path` only for a move
record FilePatch(
    Action action, String path, String target, List<PatchHunk> hunks, Executable executable) {
  enum Action {
    ADD,
    UPDATE,
    MOVE,
    DELETE
  }

  enum Executable {
    AS_IT_IS,
    YES,
    NO
  }

  FilePatch {
    hunks = List.copyOf(hunks);
  }

  FilePatch(Action action, String path, List<PatchHunk> hunks) {
    this(action, path, path, hunks, Executable.AS_IT_IS);
  }

  long added() {
    return count(PatchHunk.Sign.ADD);
  }

  long dropped() {
    return count(PatchHunk.Sign.DROP);
  }

  private long count(PatchHunk.Sign sign) {
    return hunks.stream()
        .flatMap(hunk -> hunk.rows().stream())
        .filter(row -> row.sign() == sign)
        .count();
  }
}
