package dev.drover.kernel.value;

import dev.drover.kernel.check.NullChecks;

/// Text inside an event. Small texts are inline; a large one is stored outside the journal and the
/// event holds its blob id, so that no event grows without bound.
public sealed interface Text {
  Text EMPTY = new Inline("");

  record Inline(String value) implements Text {
    public Inline {
      NullChecks.nonNull(value, "Inline.value");
    }

    @Override
    public boolean isEmpty() {
      return value.isEmpty();
    }
  }

  /// @param bytes length of the content in UTF-8
  record Stored(BlobId blob, long bytes) implements Text {
    public Stored {
      NullChecks.nonNull(blob, "Stored.blob");
      if (bytes < 1) {
        throw new IllegalArgumentException("a stored text has at least one byte: " + bytes);
      }
    }

    @Override
    public boolean isEmpty() {
      return false;
    }
  }

  boolean isEmpty();

  static Text of(String value) {
    return NullChecks.nonNull(value, "Text.of: value").isEmpty() ? EMPTY : new Inline(value);
  }
}
