package dev.drover.store.postgres;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Store.ForeignChange;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An announcement that a store has written, as it is sent to the other stores.
///
/// @param store the store that has written
/// @param sessions those that were changed; null if it can be anything
record ChangeNotice(String store, @Nullable Set<String> sessions) {
  /// The server accepts less than 8,000 bytes.
  private static final int LONGEST = 7_500;

  // An id has no line break.
  private static final String SEPARATOR = "\n";

  static ChangeNotice of(String store, Collection<String> sessions) {
    return limited(store, new TreeSet<>(sessions));
  }

  static ChangeNotice ofAnything(String store) {
    return new ChangeNotice(store, null);
  }

  /// Both announcements in one.
  ChangeNotice and(ChangeNotice other) {
    if (sessions == null || other.sessions == null) {
      return ofAnything(store);
    }
    var all = new TreeSet<>(sessions);
    all.addAll(other.sessions);
    return limited(store, all);
  }

  private static ChangeNotice limited(String store, Set<String> sessions) {
    var whole = new ChangeNotice(store, sessions);
    return whole.payload().getBytes(StandardCharsets.UTF_8).length <= LONGEST
        ? whole
        : ofAnything(store);
  }

  String payload() {
    return sessions == null ? store : store + SEPARATOR + String.join(SEPARATOR, sessions);
  }

  static ChangeNotice parse(String payload) {
    var lines = List.of(payload.split(SEPARATOR));
    return lines.size() == 1
        ? ofAnything(lines.getFirst())
        : new ChangeNotice(lines.getFirst(), new TreeSet<>(lines.subList(1, lines.size())));
  }

  ForeignChange change() {
    return sessions == null
        ? new ForeignChange.Anything()
        : new ForeignChange.Sessions(
            sessions.stream().map(SessionId::new).collect(Collectors.toSet()));
  }
}
