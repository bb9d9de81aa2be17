package dev.drover.bench.peers.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/// SQLite's write-ahead log, as its documentation describes the file: a header, then frames of one
/// page each. The last frame of a commit says how many pages the database has after it; in all
/// others that number is 0.
///
/// @param commits how many commits it holds
/// @param bytes of its frames
record WriteAheadLog(long commits, long bytes) {
  private static final int HEADER = 32;
  private static final int PAGE_SIZE = 8;
  private static final int SALT = 16;
  private static final int FRAME_HEADER = 24;
  private static final int FRAME_PAGES = 4;
  private static final int FRAME_SALT = 8;

  /// Frames of an earlier use of the file carry another salt and do not count.
  static WriteAheadLog read(Path log) throws IOException {
    var bytes = ByteBuffer.wrap(Files.readAllBytes(log));
    long commits = 0;
    long frames = 0;
    if (bytes.limit() < HEADER) {
      return new WriteAheadLog(commits, frames);
    }
    int frame = FRAME_HEADER + bytes.getInt(PAGE_SIZE);
    for (int at = HEADER; at + frame <= bytes.limit(); at += frame) {
      if (bytes.getLong(at + FRAME_SALT) == bytes.getLong(SALT)) {
        frames++;
        commits += bytes.getInt(at + FRAME_PAGES) == 0 ? 0 : 1;
      }
    }
    return new WriteAheadLog(commits, frames * frame);
  }
}
