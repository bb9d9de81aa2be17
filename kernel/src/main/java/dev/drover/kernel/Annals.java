package dev.drover.kernel;

import java.util.ArrayList;
import java.util.List;

/// What was recorded about a session beside its runs: the newest of it, so that a state does not
/// grow without bound. The journal has all.
///
/// @param reports of verifications, oldest first
/// @param compactions of the conversation, oldest first
public record Annals(List<VerificationReport> reports, List<Compaction> compactions) {
  /// How many of a kind are kept.
  public static final int MOST = 16;

  public static final Annals EMPTY = new Annals(List.of(), List.of());

  public Annals {
    reports = List.copyOf(reports);
    compactions = List.copyOf(compactions);
  }

  Annals plus(VerificationReport report) {
    return new Annals(newest(reports, report), compactions);
  }

  Annals plus(Compaction compaction) {
    return new Annals(reports, newest(compactions, compaction));
  }

  private static <T> List<T> newest(List<T> before, T one) {
    var all = new ArrayList<>(before);
    all.add(one);
    return all.subList(Math.max(0, all.size() - MOST), all.size());
  }
}
