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

  /// One round, on one thread or on many.
  record Round(double runsPerSecond, double bytesPerRun) {
    static Round of(Reply reply) {
      double runs = reply.number("runs");
      return new Round(runs / (reply.number("nanos") / 1e9), reply.number("bytes") / runs);
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
