package dev.drover.bench.peers.parent;

import dev.drover.bench.peers.Reply;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was measured of one contender, as it comes in. Belongs to the thread that measures.
final class Figures {
  private final Peer peer;
  private final List<Round> alone = new ArrayList<>();
  private final List<Round> crowd = new ArrayList<>();
  private final List<Double> firstAnswers = new ArrayList<>();
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

  void firstAnswer(double millis) {
    firstAnswers.add(millis);
  }

  void round(int threads, Round round) {
    (threads == 1 ? alone : crowd).add(round);
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
    return new Samples(rounds(threads).stream().map(Round::runsPerSecond).toList());
  }

  Samples bytes(int threads) {
    return new Samples(rounds(threads).stream().map(Round::bytesPerRun).toList());
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

  private List<Round> rounds(int threads) {
    return threads == 1 ? alone : crowd;
  }
}
