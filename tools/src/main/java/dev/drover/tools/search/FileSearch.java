package dev.drover.tools.search;

import dev.drover.spi.tool.FileAccess;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.search.line.ChunkReader;
import dev.drover.tools.search.line.LineFinder;
import dev.drover.tools.search.tree.FoundFile;
import dev.drover.tools.search.tree.TreeWalk;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.atomic.LongAdder;

/// Counts the matching lines of files. A file with a zero byte is binary, and has none.
///
/// One of them belongs to one thread; what they share is safe for several.
final class FileSearch implements TreeWalk.Visitor {
  private final Query query;
  private final int base;
  private final Tally tally;
  private final LongAdder searched;
  private final Withheld withheld;
  private final ChunkReader reader = new ChunkReader();
  private final LineFinder finder;

  private FileSearch(Query query, int base, Tally tally, LongAdder searched, Withheld withheld) {
    this.query = query;
    this.base = base;
    this.tally = tally;
    this.searched = searched;
    this.withheld = withheld;
    this.finder = query.pattern().finder();
  }

  /// @param searched how many files
  record Found(Tally tally, long searched, TreeWalk.Missed missed, Withheld withheld) {
    /// Sentences about what was not searched, or nothing.
    String left() {
      return missed.text() + withheld.text();
    }
  }

  /// @param wanted how many rows from the beginning are needed
  static Found below(Query query, Place folder, long wanted, FileAccess access)
      throws IOException, Obstacle, InterruptedException {
    int base = folder.isRoot() ? 0 : folder.inside().toString().length() + 1;
    var tally = new Tally(wanted);
    var searched = new LongAdder();
    var withheld = new Withheld(access);
    var missed =
        new TreeWalk(() -> new FileSearch(query, base, tally, searched, withheld)).run(folder);
    return new Found(tally, searched.sum(), missed, withheld);
  }

  /// A file that is named is searched whatever ignore files and the glob say.
  static Found ofFile(Query query, Place file, long wanted, FileAccess access)
      throws IOException, Obstacle, InterruptedException {
    var tally = new Tally(wanted);
    var withheld = new Withheld(access);
    withheld.mustBeOpen(file);
    var search = new FileSearch(query, 0, tally, new LongAdder(), withheld);
    try (var text = Channels.newChannel(file.read())) {
      search.add(new Tally.Source(file.inside(), file.shown()), search.count(text));
    }
    return new Found(tally, 1, new TreeWalk.Missed(0, 0), withheld);
  }

  @Override
  public void visit(FoundFile file) throws IOException, Obstacle, InterruptedException {
    if (query.glob() != null && !query.glob().matches(file.path(), base)) {
      return;
    }
    if (withheld.holds(file.path())) {
      return;
    }
    searched.increment();
    try (var text = file.open()) {
      add(new Tally.Source(file.inside(), file.path()), count(text));
    }
  }

  private void add(Tally.Source source, long lines) {
    if (lines > 0) {
      tally.add(source, query.mode() == Query.Mode.CONTENT ? lines : 1, lines);
    }
  }

  private long count(ReadableByteChannel text) throws IOException, Obstacle, InterruptedException {
    reader.open(text);
    long lines = 0;
    for (var chunk = reader.next(); chunk != null; chunk = reader.next()) {
      finder.search(chunk);
      while (finder.next()) {
        lines++;
      }
      // Without a match nobody asks whether it was binary.
      if ((lines > 0 || !reader.isWhole()) && chunk.hasZero()) {
        return 0;
      }
      if (lines > 0 && query.mode() == Query.Mode.FILES) {
        break;
      }
    }
    return lines;
  }
}
