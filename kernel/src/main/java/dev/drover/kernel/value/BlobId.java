package dev.drover.kernel.value;

import dev.drover.kernel.check.NullChecks;

/// Identifies content by the SHA-256 of its bytes, in lower-case hexadecimal.
public record BlobId(String sha256) {
  public BlobId {
    NullChecks.nonNull(sha256, "BlobId.sha256");
    if (!sha256.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException(
          "a blob id is 64 hexadecimal digits, not '" + sha256 + "'");
    }
  }

  @Override
  public String toString() {
    return sha256;
  }
}
