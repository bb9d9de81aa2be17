package dev.drover.store.jdbc;

import dev.drover.kernel.BlobId;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import java.util.Optional;

/// Content by digest.
final class JdbcBlobs implements Blobs {
  private final Database database;

  JdbcBlobs(Database database) {
    this.database = database;
  }

  @Override
  public BlobId put(Bytes content) {
    var name = Blobs.nameOf(content);
    database.write(
        link ->
            link.update(
                "INSERT INTO blobs (digest, content) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING",
                name.sha256(),
                content.array()));
    return name;
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
}
