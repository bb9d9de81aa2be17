package dev.drover.tools.search;

import dev.drover.tools.search.line.LineChunk;
import dev.drover.tools.search.line.LineChunkReader;
import dev.drover.tools.search.line.LineFinder;
import dev.drover.tools.workspace.PathDiagnostics;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.List;

/// Shows the lines of one page with their context. Files may have changed since their lines were
/// counted; then there are fewer.
///
/// Used for one page.
final class GrepPage {
  private final GrepQuery query;
  private final Path root;
  private final LineChunkReader reader = new LineChunkReader();
  private final LineFinder finder;
  private final SearchOutput output = new SearchOutput();

  GrepPage(GrepQuery query, Path root) {
    this.query = query;
    this.root = root;
    this.finder = query.pattern().finder();
  }

  /// @param count number of rows in the text
  record Rows(String text, long count) {}

  Rows show(List<SearchResults.Entry> files, SearchPage page)
      throws IOException, ToolRefusal, InterruptedException {
    long before = page.offset() - 1L;
    long left = page.limit();
    for (var file : files) {
      long skipped = Math.min(before, file.rows());
      before -= skipped;
      long wanted = Math.min(left, file.rows() - skipped);
      if (wanted > 0) {
        var block =
            new FileMatches(
                file.path(), new FileMatches.Rows(skipped, wanted), query.context(), output);
        read(new WorkspacePath(root, file.source().inside()), block);
        left -= block.shown();
        if (block.shown() < wanted) {
          break;
        }
      }
    }
    return new Rows(output.text(), page.limit() - left);
  }

  private void read(WorkspacePath file, FileMatches block)
      throws IOException, ToolRefusal, InterruptedException {
    PathDiagnostics.mustBeFile(file);
    try (var text = Channels.newChannel(file.read())) {
      reader.open(text);
      for (var chunk = reader.next(); chunk != null && block.isOpen(); chunk = reader.next()) {
        finder.search(chunk);
        read(chunk, block);
      }
    }
  }

  private void read(LineChunk chunk, FileMatches block) throws ToolRefusal, InterruptedException {
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

  private static void pass(LineChunk chunk, int start, int end, FileMatches block) {
    if (block.showsContext()) {
      block.addContext(LineTruncator.cut(chunk.text(start, end), 0));
    } else {
      block.pass();
    }
  }

  private String excerpt(LineChunk chunk, int start, int end)
      throws ToolRefusal, InterruptedException {
    var line = chunk.text(start, end);
    return LineTruncator.cut(
        line, line.length() > LineTruncator.MAX_CHARS ? finder.startOfMatch(line) : 0);
  }
}
