package dev.drover.internal.publish;

/// How much is kept for watchers.
///
/// @param buffer how many notices may wait for a slow watcher
/// @param replay how many characters of a running attempt are kept for watchers that attach later
public record WatchLimits(int buffer, int replay) {
  public static final WatchLimits DEFAULT = new WatchLimits(2_048, 256 * 1_024);

  public WatchLimits {
    if (buffer < 1 || replay < 1) {
      throw new IllegalArgumentException(
          "limits of watching are positive: " + buffer + ", " + replay);
    }
  }
}
