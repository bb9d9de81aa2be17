package dev.drover.bench.peers.parent;

import dev.drover.bench.peers.Scene;
import java.util.List;

/// Who is compared with whom, at what.
///
/// @param name what it is called on the command line and in the marks of the page
/// @param scene what everybody plays
/// @param crowd how many clients there are at once, beside one alone
/// @param peers all who take part
/// @param reference the name of the one that ratios are about
record Contest(String name, Scene scene, int crowd, List<Peer> peers, String reference) {
  static final Contest FRAMEWORKS =
      new Contest("frameworks", Scene.WEATHER, 1_000, Peer.FRAMEWORKS, Peer.DROVER_IN_MEMORY);

  static final Contest ENGINES =
      new Contest("engines", Scene.TRIP, 64, Peer.ENGINES, Peer.DROVER_ON_SQLITE);

  static final List<Contest> ALL = List.of(FRAMEWORKS, ENGINES);

  Contest {
    peers = List.copyOf(peers);
  }

  /// The part of the page that it writes.
  Page.Part part() {
    return new Page.Part(name);
  }
}
