package dev.drover.runtime.memory;

import dev.drover.kernel.BlobId;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Inbox.Fate;
import dev.drover.spi.store.Inbox.Item;
import dev.drover.spi.store.Inbox.Receipt;
import dev.drover.spi.store.InputId;
import dev.drover.spi.store.Mentions;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The inbox of one session. Guarded by its session.
///
/// Of an item that was taken only the digest stays, which is enough to know it again.
final class Mail {
  // Most sessions never have any: what is said to them in their own process does not pass here.
  private Map<InputId, Item> waiting = Map.of();
  private Map<InputId, Taken> taken = Map.of();

  private record Taken(BlobId digest, Fate fate) {
    boolean isOf(Bytes body) {
      return digest.equals(Blobs.nameOf(body));
    }
  }

  Receipt put(Item item, int bound) {
    var same = waiting.get(item.id());
    if (same != null) {
      return same.body().equals(item.body()) ? Receipt.DUPLICATE : Receipt.CONFLICT;
    }
    var earlier = taken.get(item.id());
    if (earlier != null) {
      return earlier.isOf(item.body()) ? Receipt.DUPLICATE : Receipt.CONFLICT;
    }
    if (waiting.size() >= bound) {
      return Receipt.FULL;
    }
    waiting = waiting.isEmpty() ? new LinkedHashMap<>() : waiting;
    waiting.put(item.id(), item);
    return Receipt.ACCEPTED;
  }

  boolean isWaiting(InputId input) {
    return waiting.containsKey(input);
  }

  /// @param input one that is waiting
  void take(InputId input, Fate fate) {
    var item = waiting.get(input);
    if (item == null) {
      throw new IllegalArgumentException("input %s is not waiting".formatted(input));
    }
    waiting.remove(input);
    taken = taken.isEmpty() ? new HashMap<>() : taken;
    taken.put(input, new Taken(Blobs.nameOf(item.body()), fate));
  }

  /// Adds what is named in what waits.
  void addTo(Mentions mentions) {
    waiting.values().forEach(item -> mentions.addAllIn(item.body()));
  }

  List<Item> waiting(int limit) {
    return waiting.values().stream().limit(limit).toList();
  }

  Optional<Fate> fate(InputId input) {
    return waiting.containsKey(input)
        ? Optional.of(new Fate.Waiting())
        : Optional.ofNullable(taken.get(input)).map(Taken::fate);
  }
}
