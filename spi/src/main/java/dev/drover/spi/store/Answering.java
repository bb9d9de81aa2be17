package dev.drover.spi.store;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who may answer a question, and until when.
///
/// @param names anybody, if empty
/// @param until when it is too late for a yes; null if never
public record Answering(List<String> names, @Nullable Instant until) {
  public static final Answering ANYBODY = new Answering(List.of(), null);

  public Answering {
    names = List.copyOf(names);
  }

  /// Whether this person may answer.
  public boolean allows(String person) {
    return names.isEmpty() || names.contains(person);
  }
}
