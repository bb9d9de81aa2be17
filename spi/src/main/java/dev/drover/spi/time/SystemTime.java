package dev.drover.spi.time;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/// Implements [Time#system].
final class SystemTime implements Time {
  private static final byte[] ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz".getBytes(US_ASCII);
  private static final int BITS = 5;
  private static final int TIME_CHARS = 9;
  private static final int CHANCE_CHARS = 11;

  private static final Path CHANCE = Path.of("/dev/urandom");

  private final long salt = salt();

  /// Read from the system's random file where there is one: the library's generator first loads the
  /// cryptography providers, which takes as long as a whole run in a new process.
  private static long salt() {
    try (var chance = Files.newInputStream(CHANCE)) {
      return ByteBuffer.wrap(chance.readNBytes(Long.BYTES)).getLong();
    } catch (IOException | BufferUnderflowException absent) {
      return new SecureRandom().nextLong();
    }
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public long elapsedNanos() {
    return System.nanoTime();
  }

  @Override
  public void sleepUntil(Instant until) throws InterruptedException {
    if (until.equals(Instant.EPOCH)) {
      return;
    }
    var left = Duration.between(now(), until);
    while (left.isPositive()) {
      Thread.sleep(left);
      left = Duration.between(now(), until);
    }
  }

  /// Sorts roughly by the time of creation: milliseconds first, then 55 random bits. The salt keeps
  /// ids of two machines apart that were started in the same instant.
  @Override
  public String freshId(String prefix) {
    int begin = prefix.length();
    var name = new byte[begin + TIME_CHARS + CHANCE_CHARS];
    for (int i = 0; i < begin; i++) {
      name[i] = (byte) prefix.charAt(i);
    }
    write(name, begin, TIME_CHARS, System.currentTimeMillis());
    write(name, begin + TIME_CHARS, CHANCE_CHARS, salt ^ ThreadLocalRandom.current().nextLong());
    return new String(name, US_ASCII);
  }

  private static void write(byte[] name, int from, int count, long bits) {
    for (int i = count - 1; i >= 0; i--) {
      name[from + i] = ALPHABET[(int) (bits >>> (BITS * (count - 1 - i))) & (ALPHABET.length - 1)];
    }
  }

  @Override
  public double random() {
    return ThreadLocalRandom.current().nextDouble();
  }
}
