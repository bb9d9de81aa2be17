package dev.drover.kernel;

import java.util.ArrayList;
import java.util.List;

/// What was recorded about a session beside its runs: the newest of it, so that a state does not
/// grow without bound. The journal has all.
///
/// @param reports of verifications, oldest first
public record Annals(List<VerificationReport> reports) {
  /// How many of a kind are kept.
  public static final int MOST = 16;

  public static final Annals EMPTY = new Annals(List.of());

  public Annals {
    reports = List.copyOf(reports);
  }

  Annals plus(VerificationReport report) {
    return new Annals(newest(reports, report));
  }

  private static <T> List<T> newest(List<T> before, T one) {
    var all = new ArrayList<>(before);
    all.add(one);
    return all.subList(Math.max(0, all.size() - MOST), all.size());
  }
}
