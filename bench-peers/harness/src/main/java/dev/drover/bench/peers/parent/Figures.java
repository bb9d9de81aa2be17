package dev.drover.bench.peers.parent;

import dev.drover.bench.peers.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// What was measured of one contender, as it comes in. Belongs to the thread that measures.
final class Figures {
  private final Peer peer;
  private final SortedMap<Integer, Round> alone = new TreeMap<>();
  private final SortedMap<Integer, Round> crowd = new TreeMap<>();
  private final SortedMap<Integer, Double> firstAnswers = new TreeMap<>();
  private final List<String> troubles = new ArrayList<>();
  private String version = "";
  private int jars;
  private double megabytes;
  private @Nullable Long idleBytes;
  private @Nullable Payments payments;
  private @Nullable Served served;
  private @Nullable Kept kept;

  /// One round, on one thread or on many.
  record Round(double runsPerSecond, double bytesPerRun) {
    static Round of(Reply reply) {
      double runs = reply.number("runs");
      return new Round(runs / (reply.number("nanos") / 1e9), reply.number("bytes") / runs);
    }
  }

  /// What one run leaves behind when one comes after the other.
  ///
  /// @param entries events, or steps and what belongs to them
  /// @param commits how often the disk was waited for
  /// @param logBytes written to the log that is brought to the disk
  record Kept(double entries, double commits, double logBytes) {
    static Kept of(Reply reply) {
      double runs = reply.number("runs");
      return new Kept(
          reply.number("entries") / runs,
          reply.number("commits") / runs,
          reply.number("bytes") / runs);
    }
  }

  /// How the kill test ended.
  record Payments(int made, String told) {}

  Figures(Peer peer) {
    this.peer = peer;
  }

  Peer peer() {
    return peer;
  }

  String title() {
    return version.isEmpty() ? peer.name() : peer.name() + " " + version;
  }

  void carries(String ofVersion, int ofJars, double ofMegabytes) {
    this.version = ofVersion;
    this.jars = ofJars;
    this.megabytes = ofMegabytes;
  }

  void firstAnswer(int start, double millis) {
    firstAnswers.put(start, millis);
  }

  void round(int number, int threads, Round round) {
    rounds(threads).put(number, round);
  }

  void idle(long bytes) {
    this.idleBytes = bytes;
  }

  void paid(Payments made) {
    this.payments = made;
  }

  void served(Served by) {
    this.served = by;
  }

  void kept(Kept ofARun) {
    this.kept = ofARun;
  }

  void trouble(String what) {
    troubles.add(what);
  }

  int jars() {
    return jars;
  }

  double megabytes() {
    return megabytes;
  }

  Samples firstAnswers() {
    return new Samples(firstAnswers);
  }

  Samples speed(int threads) {
    return samples(threads, Round::runsPerSecond);
  }

  Samples bytes(int threads) {
    return samples(threads, Round::bytesPerRun);
  }

  @Nullable Long idleBytes() {
    return idleBytes;
  }

  @Nullable Payments payments() {
    return payments;
  }

  /// The server beside it; null if it needs none, or none could be started.
  @Nullable Served served() {
    return served;
  }

  @Nullable Kept kept() {
    return kept;
  }

  List<String> troubles() {
    return List.copyOf(troubles);
  }

  private Samples samples(int threads, ToDoubleFunction<Round> figure) {
    var values = new TreeMap<Integer, Double>();
    rounds(threads).forEach((number, round) -> values.put(number, figure.applyAsDouble(round)));
    return new Samples(values);
  }

  private SortedMap<Integer, Round> rounds(int threads) {
    return threads == 1 ? alone : crowd;
  }
}
