package dev.drover.store.memory;

import dev.drover.kernel.value.BlobId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Blobs.BlobReferences;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Inbox.InputStatus;
import dev.drover.spi.store.Inbox.Item;
import dev.drover.spi.store.Inbox.Receipt;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The inbox of one session. Guarded by its session.
///
/// Of a consumed item only the digest stays, which is enough to detect duplicates.
final class MemoryInbox {
  // Most sessions never have any: messages within the same process do not pass here.
  private Map<InputId, Item> waiting = Map.of();
  private Map<InputId, ConsumedItem> taken = Map.of();

  private record ConsumedItem(BlobId digest, InputStatus status) {
    boolean isOf(Bytes body) {
      return digest.equals(Blobs.idOf(body));
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
  void take(InputId input, InputStatus status) {
    var item = waiting.get(input);
    if (item == null) {
      throw new IllegalArgumentException("input %s is not waiting".formatted(input));
    }
    waiting.remove(input);
    taken = taken.isEmpty() ? new HashMap<>() : taken;
    taken.put(input, new ConsumedItem(Blobs.idOf(item.body()), status));
  }

  /// Adds the references in waiting items.
  void addTo(BlobReferences references) {
    waiting.values().forEach(item -> references.addAllIn(item.body()));
  }

  List<Item> waiting(int limit) {
    return waiting.values().stream().limit(limit).toList();
  }

  Optional<InputStatus> status(InputId input) {
    return waiting.containsKey(input)
        ? Optional.of(new InputStatus.Waiting())
        : Optional.ofNullable(taken.get(input)).map(ConsumedItem::status);
  }
}
