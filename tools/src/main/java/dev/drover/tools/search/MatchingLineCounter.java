package dev.drover.tools.search;

import dev.drover.spi.tool.ToolInvocation.FileAccess;
import dev.drover.tools.search.line.LineChunkReader;
import dev.drover.tools.search.line.LineFinder;
import dev.drover.tools.search.tree.FoundFile;
import dev.drover.tools.search.tree.TreeWalk;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.atomic.LongAdder;

/// Counts the matching lines of files. A file with a zero byte is binary and has none.
///
/// Each instance belongs to one thread; the shared state is safe for several.
final class MatchingLineCounter implements TreeWalk.Visitor {
  private final GrepQuery query;
  private final int base;
  private final SearchResults results;
  private final LongAdder searched;
  private final DeniedFiles denied;
  private final LineChunkReader reader = new LineChunkReader();
  private final LineFinder finder;

  private MatchingLineCounter(
      GrepQuery query, int base, SearchResults results, LongAdder searched, DeniedFiles denied) {
    this.query = query;
    this.base = base;
    this.results = results;
    this.searched = searched;
    this.denied = denied;
    this.finder = query.pattern().finder();
  }

  /// @param searched number of files searched
  record Found(SearchResults results, long searched, TreeWalk.Missed missed, DeniedFiles denied) {
    /// Sentences about files that were not searched, or an empty text.
    String left() {
      return missed.text() + denied.text();
    }
  }

  /// @param wanted number of rows needed from the beginning
  static Found below(GrepQuery query, WorkspacePath folder, long wanted, FileAccess access)
      throws IOException, ToolRefusal, InterruptedException {
    int base = folder.isRoot() ? 0 : folder.relativePath().toString().length() + 1;
    var results = new SearchResults(wanted);
    var searched = new LongAdder();
    var denied = new DeniedFiles(access);
    var missed =
        new TreeWalk(() -> new MatchingLineCounter(query, base, results, searched, denied))
            .run(folder);
    return new Found(results, searched.sum(), missed, denied);
  }

  /// A named file is searched regardless of ignore files and the glob.
  static Found ofFile(GrepQuery query, WorkspacePath file, long wanted, FileAccess access)
      throws IOException, ToolRefusal, InterruptedException {
    var results = new SearchResults(wanted);
    var denied = new DeniedFiles(access);
    denied.requireReadable(file);
    var search = new MatchingLineCounter(query, 0, results, new LongAdder(), denied);
    try (var text = Channels.newChannel(file.read())) {
      search.add(
          new SearchResults.Source(file.relativePath(), file.displayPath()), search.count(text));
    }
    return new Found(results, 1, new TreeWalk.Missed(0, 0), denied);
  }

  @Override
  public void visit(FoundFile file) throws IOException, ToolRefusal, InterruptedException {
    if (query.glob() != null && !query.glob().matches(file.path(), base)) {
      return;
    }
    if (denied.countIfDenied(file.path())) {
      return;
    }
    searched.increment();
    try (var text = file.open()) {
      add(new SearchResults.Source(file.inside(), file.path()), count(text));
    }
  }

  private void add(SearchResults.Source source, long lines) {
    if (lines > 0) {
      results.add(source, query.mode() == GrepQuery.Mode.CONTENT ? lines : 1, lines);
    }
  }

  private long count(ReadableByteChannel text)
      throws IOException, ToolRefusal, InterruptedException {
    reader.open(text);
    long lines = 0;
    for (var chunk = reader.next(); chunk != null; chunk = reader.next()) {
      finder.search(chunk);
      while (finder.next()) {
        lines++;
      }
      // Without a match it does not matter whether the file is binary.
      if ((lines > 0 || !reader.isWhole()) && chunk.hasZero()) {
        return 0;
      }
      if (lines > 0 && query.mode() == GrepQuery.Mode.FILES) {
        break;
      }
    }
    return lines;
  }
}
