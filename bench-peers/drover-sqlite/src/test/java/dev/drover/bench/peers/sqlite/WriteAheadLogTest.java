package dev.drover.bench.peers.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteAheadLogTest {
  private static final int PAGE = 512;
  private static final long SALT = 77;

  @TempDir Path folder;

  @Test
  void theLastFrameOfEachCommitCounts() throws IOException {
    var log = ByteBuffer.allocate(32 + 4 * (24 + PAGE));
    log.putInt(0x377f0682).putInt(3007000).putInt(PAGE).putInt(0).putLong(SALT).putLong(0);
    frame(log, 0, SALT);
    frame(log, 2, SALT);
    frame(log, 3, SALT);
    frame(log, 9, 76);
    assertThat(WriteAheadLog.read(written(log))).isEqualTo(new WriteAheadLog(2, 3 * 536));
  }

  @Test
  void aLogThatWasMovedIntoTheFileHasNone() throws IOException {
    assertThat(WriteAheadLog.read(written(ByteBuffer.allocate(0))))
        .isEqualTo(new WriteAheadLog(0, 0));
  }

  /// @param pages of the database after the commit, or 0 if the commit goes on
  private static void frame(ByteBuffer log, int pages, long salt) {
    log.putInt(1).putInt(pages).putLong(salt).putLong(0).put(new byte[PAGE]);
  }

  private Path written(ByteBuffer log) throws IOException {
    return Files.write(folder.resolve("drover.db-wal"), log.array());
  }
}
