package dev.drover.bench.peers.parent;

/// How much is measured.
///
/// @param starts how often each is started for its first answer
/// @param rounds how often each is measured, in turns
/// @param roundMillis how long a round is at most
/// @param warmUpMillis how long each warms up at most, for each number of threads
/// @param idleSessions how many idle sessions are opened for their heap
record Plan(int starts, int rounds, long roundMillis, long warmUpMillis, int idleSessions) {
  static final Plan FULL = new Plan(5, 7, 1_500, 15_000, 5_000);
  static final Plan QUICK = new Plan(3, 3, 500, 3_000, 500);

  /// Where a round ends although there is time left, to bound the heap.
  static final long RUNS_OF_A_ROUND = 200_000;

  /// As many rounds as these are enough for the compilers.
  static final int ROUNDS_OF_A_WARM_UP = 6;

  /// Runs after which what they have left behind is counted.
  static final int RUNS_TO_COUNT = 100;
}
