package dev.drover.tools.search.line;

import static dev.drover.tools.search.line.RegexNode.Repeat.ENDLESS;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// The positions of an expression that consume a character, and which may follow which (Glushkov's
/// construction).
final class GlushkovPositions {
  private final int most;
  private final List<RegexNode.One> characters = new ArrayList<>();
  private final List<BitSet> follow = new ArrayList<>();
  private Part whole = new Part(new BitSet(), new BitSet(), true);

  /// @param first positions that may begin the part
  /// @param last positions that may end it
  /// @param empty whether the part may match the empty text
  private record Part(BitSet first, BitSet last, boolean empty) {}

  private GlushkovPositions(int most) {
    this.most = most;
  }

  /// @return empty if there are more positions than that
  static Optional<GlushkovPositions> of(RegexNode syntax, int most) {
    var positions = new GlushkovPositions(most);
    positions.whole = positions.add(syntax);
    return positions.isTooBig() ? Optional.empty() : Optional.of(positions);
  }

  boolean takesNothing() {
    return whole.empty;
  }

  boolean canEndIn(BitSet reached) {
    return reached.intersects(whole.last);
  }

  /// The positions that may consume this character, following one of the given positions or as the
  /// first.
  BitSet after(BitSet before, int c) {
    var next = (BitSet) whole.first.clone();
    before.stream().forEach(position -> next.or(follow.get(position)));
    for (int p = next.nextSetBit(0); p >= 0; p = next.nextSetBit(p + 1)) {
      if (!characters.get(p).takes(c)) {
        next.clear(p);
      }
    }
    return next;
  }

  private boolean isTooBig() {
    return characters.size() > most;
  }

  private Part add(RegexNode syntax) {
    if (isTooBig()) {
      return nothing();
    }
    return switch (syntax) {
      case RegexNode.One one -> add(one);
      case RegexNode.Sequence(var parts) -> {
        var all = nothing();
        for (var part : parts) {
          all = inOrder(all, add(part));
        }
        yield all;
      }
      case RegexNode.Choice(var parts) -> {
        var any = add(parts.getFirst());
        for (var part : parts.subList(1, parts.size())) {
          any = either(any, add(part));
        }
        yield any;
      }
      case RegexNode.Repeat repeat -> add(repeat);
      case RegexNode.Condition _ -> nothing();
    };
  }

  private static Part nothing() {
    return new Part(new BitSet(), new BitSet(), true);
  }

  private Part add(RegexNode.One one) {
    var self = new BitSet();
    self.set(characters.size());
    characters.add(one);
    follow.add(new BitSet());
    return new Part(self, self, false);
  }

  private Part add(RegexNode.Repeat repeat) {
    var all = nothing();
    for (int i = 0; i < repeat.least(); i++) {
      all = inOrder(all, add(repeat.part()));
    }
    if (repeat.most() == ENDLESS) {
      var again = add(repeat.part());
      link(again.last, again.first);
      return inOrder(all, new Part(again.first, again.last, true));
    }
    for (int i = repeat.least(); i < repeat.most(); i++) {
      var once = add(repeat.part());
      all = inOrder(all, new Part(once.first, once.last, true));
    }
    return all;
  }

  private Part inOrder(Part one, Part then) {
    link(one.last, then.first);
    return new Part(
        one.empty ? union(one.first, then.first) : one.first,
        then.empty ? union(one.last, then.last) : then.last,
        one.empty && then.empty);
  }

  private static Part either(Part one, Part other) {
    return new Part(
        union(one.first, other.first), union(one.last, other.last), one.empty || other.empty);
  }

  private void link(BitSet from, BitSet to) {
    from.stream().forEach(position -> follow.get(position).or(to));
  }

  private static BitSet union(BitSet one, BitSet other) {
    var both = (BitSet) one.clone();
    both.or(other);
    return both;
  }
}
