package dev.drover.tools.search;

import dev.drover.tools.place.Lookup;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.search.line.Chunk;
import dev.drover.tools.search.line.ChunkReader;
import dev.drover.tools.search.line.LineFinder;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.List;

/// Shows the lines of one page, with what is around them. Files may have changed since their lines
/// were counted; then there are fewer.
///
/// Made for one page.
final class MatchingLines {
  private final Query query;
  private final Path root;
  private final ChunkReader reader = new ChunkReader();
  private final LineFinder finder;
  private final Output output = new Output();

  MatchingLines(Query query, Path root) {
    this.query = query;
    this.root = root;
    this.finder = query.pattern().finder();
  }

  /// @param count how many of them are in the text
  record Rows(String text, long count) {}

  Rows show(List<Tally.Entry> files, Page page) throws IOException, Obstacle, InterruptedException {
    long before = page.offset() - 1L;
    long left = page.limit();
    for (var file : files) {
      long skipped = Math.min(before, file.rows());
      before -= skipped;
      long wanted = Math.min(left, file.rows() - skipped);
      if (wanted > 0) {
        var block =
            new Block(file.path(), new Block.Rows(skipped, wanted), query.context(), output);
        read(new Place(root, file.source().inside()), block);
        left -= block.shown();
        if (block.shown() < wanted) {
          break;
        }
      }
    }
    return new Rows(output.text(), page.limit() - left);
  }

  private void read(Place file, Block block) throws IOException, Obstacle, InterruptedException {
    Lookup.mustBeFile(file);
    try (var text = Channels.newChannel(file.read())) {
      reader.open(text);
      for (var chunk = reader.next(); chunk != null && block.isOpen(); chunk = reader.next()) {
        finder.search(chunk);
        read(chunk, block);
      }
    }
  }

  private void read(Chunk chunk, Block block) throws Obstacle, InterruptedException {
    boolean found = finder.next();
    int start = chunk.start();
    while (start < chunk.end() && block.isOpen()) {
      int end = chunk.endOfLine(start);
      if (found && start == finder.start()) {
        block.match(excerpt(chunk, start, end));
        found = finder.next();
      } else {
        pass(chunk, start, end, block);
      }
      start = end + 1;
    }
  }

  private static void pass(Chunk chunk, int start, int end, Block block) {
    if (block.wantsOthers()) {
      block.other(LongLine.cut(chunk.text(start, end), 0));
    } else {
      block.pass();
    }
  }

  private String excerpt(Chunk chunk, int start, int end) throws Obstacle, InterruptedException {
    var line = chunk.text(start, end);
    return LongLine.cut(line, line.length() > LongLine.MAX_CHARS ? finder.startOfMatch(line) : 0);
  }
}
