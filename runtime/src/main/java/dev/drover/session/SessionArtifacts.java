package dev.drover.session;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.kernel.check.WaitLimit;
import dev.drover.kernel.value.BlobId;
import dev.drover.problem.NotFound.ArtifactNotFound;
import dev.drover.spi.store.ArtifactStore.ArtifactRow;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The artifacts of one session: tool outputs that were too large for the conversation.
/// [ArtifactRetention] limits how long they are kept; a pinned artifact is kept.
///
/// Safe for use by any thread.
public interface SessionArtifacts {
  /// The scheme of artifact addresses.
  String SCHEME = "artifact";

  /// The address for other programs: `artifact:` and the complete name.
  static URI uri(BlobId name) {
    nonNull(name, "name");
    return URI.create(SCHEME + ":" + name.sha256());
  }

  /// All artifacts, in the order in which they were first stored.
  List<ArtifactRow> list();

  /// @param name the complete name, or a unique prefix of at least 8 digits
  /// @return empty if the session has no artifact of that name, or no longer has it
  Optional<ArtifactRow> find(String name);

  /// @param address as returned by [#uri]
  /// @return empty if it is not the address of an artifact of this session
  Optional<ArtifactRow> find(URI address);

  /// The content, from the beginning. Only a part of it is in memory at a time. Reading ends with
  /// an [java.io.IOException] if the artifact is deleted in the meantime.
  ///
  /// @throws ArtifactNotFound if the session does not have it
  InputStream open(BlobId name);

  /// Keeps the artifact regardless of its age and of the total size.
  ///
  /// @throws ArtifactNotFound if the session does not have it
  void pin(BlobId name);

  /// @throws ArtifactNotFound if the session does not have it
  void unpin(BlobId name);

  /// How many artifacts are kept, and how long. If a limit is exceeded, the oldest are deleted;
  /// pinned artifacts are kept.
  ///
  /// @param age artifacts older than this are deleted
  /// @param maxBytes the total size of all artifacts of a store; the same content counts once
  /// @param maxBytesEach the size of one artifact; a longer output is cut, and the artifact records
  ///   it
  record ArtifactRetention(Duration age, long maxBytes, long maxBytesEach) {
    private static final long MEBIBYTE = 1024 * 1024;
    private static final long SMALLEST = 4 * 1024;

    /// Seven days, 1 GiB in total, 64 MiB each.
    public static final ArtifactRetention DEFAULT =
        new ArtifactRetention(Duration.ofDays(7), 1024 * MEBIBYTE, 64 * MEBIBYTE);

    public ArtifactRetention {
      if (!age.isPositive()) {
        throw new IllegalArgumentException("age: more than nothing, not " + age);
      }
      age = WaitLimit.cap(age);
      if (maxBytesEach < SMALLEST) {
        throw new IllegalArgumentException(
            "maxBytesEach: at least %d, not %d".formatted(SMALLEST, maxBytesEach));
      }
      if (maxBytes < maxBytesEach) {
        throw new IllegalArgumentException(
            "maxBytes: at least maxBytesEach, which is %d, not %d"
                .formatted(maxBytesEach, maxBytes));
      }
    }
  }
}
