package dev.drover.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// Derives inputs from others: a seed determines which parts are removed, inserted, duplicated or
/// mixed.
///
/// Most mutations are small, because almost valid inputs reach more code; some repeat a part a
/// thousand times to exhaust recursion depth.
final class InputMutations {
  private static final int LONGEST = 16 * 1024;
  private static final int DEEP = 3_000;

  private final List<byte[]> samples;
  private final List<String> words;
  private final SplittableRandom random;

  /// @param samples at least one
  InputMutations(List<byte[]> samples, List<String> words, SplittableRandom random) {
    this.samples = List.copyOf(samples);
    this.words = List.copyOf(words);
    this.random = random;
  }

  byte[] next() {
    var input = sample();
    for (int left = random.nextInt(1, 6); left > 0; left--) {
      input = changed(input);
    }
    return input.length <= LONGEST ? input : slice(input, 0, LONGEST);
  }

  private byte[] changed(byte[] input) {
    int from = random.nextInt(input.length + 1);
    int to = Math.min(input.length, from + random.nextInt(1, 12));
    return switch (random.nextInt(8)) {
      case 0 -> joined(slice(input, 0, from), slice(input, to, input.length));
      case 1 -> joined(slice(input, 0, to), slice(input, from, input.length));
      case 2, 3 -> joined(slice(input, 0, from), word(), slice(input, from, input.length));
      case 4 -> joined(slice(input, 0, from), word(), slice(input, to, input.length));
      case 5 -> flipped(input);
      case 6 -> spliced(input, from);
      default ->
          random.nextInt(10) == 0
              ? joined(slice(input, 0, from), repeated(), slice(input, from, input.length))
              : flipped(input);
    };
  }

  private byte[] flipped(byte[] input) {
    var other = input.clone();
    if (other.length > 0) {
      other[random.nextInt(other.length)] = (byte) random.nextInt(256);
    }
    return other;
  }

  private byte[] spliced(byte[] input, int at) {
    var other = sample();
    int from = random.nextInt(other.length + 1);
    return joined(slice(input, 0, at), slice(other, from, other.length));
  }

  private byte[] repeated() {
    var all = new ByteArrayOutputStream();
    var word = word();
    for (int left = random.nextInt(1, DEEP); left > 0; left--) {
      all.writeBytes(word);
    }
    return all.toByteArray();
  }

  private byte[] sample() {
    return samples.get(random.nextInt(samples.size()));
  }

  private byte[] word() {
    return words.get(random.nextInt(words.size())).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] slice(byte[] input, int from, int to) {
    return Arrays.copyOfRange(input, from, to);
  }

  private static byte[] joined(byte[]... parts) {
    var all = new ByteArrayOutputStream();
    for (var part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
