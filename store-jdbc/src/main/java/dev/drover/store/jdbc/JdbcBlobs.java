package dev.drover.store.jdbc;

import dev.drover.kernel.value.BlobId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Content by digest.
final class JdbcBlobs implements Blobs {
  private static final String PUT =
      "INSERT INTO blobs (digest, content) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING";
  private static final String RESERVE =
      """
      INSERT INTO reserved (digest, until) VALUES (?, ?)
      ON CONFLICT (digest) DO UPDATE SET until = excluded.until
      WHERE excluded.until > reserved.until\
      """;

  private final DatabaseAccess database;

  JdbcBlobs(DatabaseAccess database) {
    this.database = database;
  }

  @Override
  public BlobId put(Bytes content, Instant until) {
    return putAll(List.of(content), until).getFirst();
  }

  @Override
  public List<BlobId> putAll(List<Bytes> contents, Instant until) {
    // Hashed before the writer thread runs: no other commit waits for it.
    var names = contents.stream().map(Blobs::idOf).toList();
    database.write(
        link -> {
          for (int i = 0; i < names.size(); i++) {
            link.update(PUT, names.get(i).sha256(), contents.get(i).array());
            link.update(RESERVE, names.get(i).sha256(), BlobSweep.seconds(until));
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
    return new BlobSweep(database, now).sweep();
  }
}
