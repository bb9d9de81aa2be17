package dev.drover.store.sql;

import dev.drover.kernel.value.BlobId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Content by digest.
final class SqlBlobs implements Blobs {
  private final DatabaseAccess database;
  private final BlobTables tables;

  SqlBlobs(DatabaseAccess database, BlobTables tables) {
    this.database = database;
    this.tables = tables;
  }

  @Override
  public BlobId put(Bytes content, Instant until) {
    return putAll(List.of(content), until).getFirst();
  }

  @Override
  public List<BlobId> putAll(List<Bytes> contents, Instant until) {
    // Hashed before the writer thread runs: no other commit waits for it.
    var names = contents.stream().map(Blobs::idOf).toList();
    // In the order of their names: two writes of the same contents do not wait for each other.
    var sorted = new TreeMap<String, Bytes>();
    for (int i = 0; i < names.size(); i++) {
      sorted.put(names.get(i).sha256(), contents.get(i));
    }
    database.write(
        link -> {
          for (var blob : sorted.entrySet()) {
            tables.put(link, new BlobId(blob.getKey()), blob.getValue(), BlobSweep.seconds(until));
          }
          return null;
        });
    return names;
  }

  @Override
  public Optional<Bytes> get(BlobId blob) {
    return database.read(
        link ->
            link.first(
                "SELECT content FROM blobs WHERE digest = ?",
                row -> Bytes.of(row.getBytes(1)),
                blob.sha256()));
  }

  @Override
  public Optional<Instant> sweep(Instant now) {
    return new BlobSweep(database, tables, now).sweep();
  }
}
