package dev.drover.store.memory;

import dev.drover.kernel.value.BlobId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Blobs.BlobReferences;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/// Content by digest. Any thread may call any method.
final class MemoryBlobs implements Blobs {
  private final ConcurrentMap<BlobId, Kept> all = new ConcurrentHashMap<>();
  private final Consumer<BlobReferences> sessions;
  private final Runnable requireOpen;

  /// When unreferenced content may exist, because a session was deleted; [Instant#MAX] otherwise.
  private final AtomicReference<Instant> sweepAt = new AtomicReference<>(Instant.MAX);

  private record Kept(Bytes content, Instant until) {
    Kept atLeast(Instant other) {
      return other.isAfter(until) ? new Kept(content, other) : this;
    }
  }

  /// @param sessions adds their references
  MemoryBlobs(Consumer<BlobReferences> sessions, Runnable requireOpen) {
    this.sessions = sessions;
    this.requireOpen = requireOpen;
  }

  @Override
  public BlobId put(Bytes content, Instant until) {
    requireOpen.run();
    var name = Blobs.idOf(content);
    all.merge(name, new Kept(content, until), (kept, _) -> kept.atLeast(until));
    return name;
  }

  @Override
  public List<BlobId> putAll(List<Bytes> contents, Instant until) {
    return contents.stream().map(content -> put(content, until)).toList();
  }

  @Override
  public Optional<Bytes> get(BlobId blob) {
    requireOpen.run();
    return Optional.ofNullable(all.get(blob)).map(Kept::content);
  }

  void sessionDeleted() {
    sweepAt.set(Instant.MIN);
  }

  @Override
  public Optional<Instant> sweep(Instant now) {
    requireOpen.run();
    var at = sweepAt.get();
    if (!at.isAfter(now)) {
      // If another session is deleted in the meantime, that requires another sweep.
      sweepAt.compareAndSet(at, Instant.MAX);
      var due = dropAll(now);
      sweepAt.accumulateAndGet(due, (one, other) -> one.isBefore(other) ? one : other);
    }
    return Optional.of(sweepAt.get()).filter(Instant.MAX::isAfter);
  }

  /// @return when the first reserved content is due
  private Instant dropAll(Instant now) {
    var due = Instant.MAX;
    for (var name : unnamed()) {
      // Atomically: content that is put in the meantime is kept.
      var left = all.computeIfPresent(name, (_, kept) -> kept.until().isAfter(now) ? kept : null);
      if (left != null && left.until().isBefore(due)) {
        due = left.until();
      }
    }
    return due;
  }

  private Iterable<BlobId> unnamed() {
    var mentions = new BlobReferences(all.keySet());
    sessions.accept(mentions);
    for (var next = mentions.nextToRead(); next.isPresent(); next = mentions.nextToRead()) {
      var kept = all.get(next.get());
      if (kept != null) {
        mentions.addAllInContent(kept.content());
      }
    }
    return mentions.unreferenced();
  }

  void clear() {
    all.clear();
  }
}
