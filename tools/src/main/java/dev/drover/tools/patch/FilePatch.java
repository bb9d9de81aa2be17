package dev.drover.tools.patch;

import java.util.List;

/// What a patch says about one file.
///
/// @param path as it was given
/// @param target what the file is called afterwards: another path only if it moves
record FilePatch(
    Action action, String path, String target, List<Hunk> hunks, Executable executable) {
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

  FilePatch(Action action, String path, List<Hunk> hunks) {
    this(action, path, path, hunks, Executable.AS_IT_IS);
  }

  long added() {
    return count(Hunk.Sign.ADD);
  }

  long dropped() {
    return count(Hunk.Sign.DROP);
  }

  private long count(Hunk.Sign sign) {
    return hunks.stream()
        .flatMap(hunk -> hunk.rows().stream())
        .filter(row -> row.sign() == sign)
        .count();
  }
}
