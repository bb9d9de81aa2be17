package dev.drover.tools.search.line;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds lines that a [RegexNode] matches, with one table lookup for each byte.
///
/// Every place in the expression that consumes a character is a position. A state is a set of
/// positions: those that may have consumed the preceding byte. States are created when first
/// reached, and all are dropped when there are too many.
///
/// A non-ASCII byte ends the search, because the table has no entry for it: the caller must match
/// that line in another way.
///
/// Not safe for use by several threads.
final class LazyDfa implements CandidateFinder {
  /// With more positions, matching with the expression itself is not slower.
  private static final int MAX_POSITIONS = 400;

  private static final int MAX_STATES = 1_000;
  private static final int BYTES = 256;
  private static final int START = 0;
  private static final int UNKNOWN = -1;
  private static final int MATCHED = -2;
  private static final int NON_ASCII = -3;

  private final GlushkovPositions positions;
  private final boolean exact;
  private final Map<BitSet, Integer> states = new HashMap<>();
  private final List<BitSet> sets = new ArrayList<>();
  private final boolean[] beginsNothing = new boolean[BYTES];
  private int[] table = new int[0];
  private boolean isExact;

  private LazyDfa(GlushkovPositions positions, boolean exact) {
    this.positions = positions;
    this.exact = exact;
    beginsNothing['\n'] = true;
    forget();
  }

  /// @return empty if the expression is too large, or matches every line
  static Optional<LazyDfa> of(LineRegexParser.ParsedRegex reading) {
    return GlushkovPositions.of(reading.syntax(), MAX_POSITIONS)
        .filter(positions -> !positions.takesNothing())
        .map(positions -> new LazyDfa(positions, reading.exact()));
  }

  @Override
  public int next(LineChunk chunk, int from) {
    var bytes = chunk.bytes();
    int end = chunk.end();
    int state = START;
    for (int i = skip(bytes, from, end); i < end; i++) {
      int next = table[state * BYTES + (bytes[i] & 0xFF)];
      if (next == UNKNOWN) {
        next = make(state, bytes[i]);
      }
      if (next < 0) {
        isExact = exact && next == MATCHED;
        return i;
      }
      state = next;
      if (state == START) {
        i = skip(bytes, i + 1, end) - 1;
      }
    }
    return NONE;
  }

  /// Most bytes start no match; the bytes that do are known without the state.
  private int skip(byte[] bytes, int from, int end) {
    int at = from;
    while (at < end && beginsNothing[bytes[at] & 0xFF]) {
      at++;
    }
    return at;
  }

  @Override
  public boolean isExact() {
    return isExact;
  }

  private int make(int state, int c) {
    var reached = positions.after(sets.get(state), c);
    if (positions.canEndIn(reached)) {
      table[state * BYTES + c] = MATCHED;
      return MATCHED;
    }
    if (!states.containsKey(reached) && sets.size() == MAX_STATES) {
      forget();
      return stateOf(reached);
    }
    int next = stateOf(reached);
    table[state * BYTES + c] = next;
    if (state == START && next == START) {
      beginsNothing[c] = true;
    }
    return next;
  }

  private int stateOf(BitSet set) {
    var known = states.get(set);
    if (known != null) {
      return known;
    }
    int state = sets.size();
    states.put(set, state);
    sets.add(set);
    if (table.length < sets.size() * BYTES) {
      table = Arrays.copyOf(table, Math.max(table.length * 2, 8 * BYTES));
    }
    int row = state * BYTES;
    Arrays.fill(table, row, row + BYTES / 2, UNKNOWN);
    Arrays.fill(table, row + BYTES / 2, row + BYTES, NON_ASCII);
    table[row + '\n'] = START;
    return state;
  }

  private void forget() {
    states.clear();
    sets.clear();
    stateOf(new BitSet());
  }
}
