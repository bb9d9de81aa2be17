package dev.drover.tools.search;

import dev.drover.tools.search.tree.PathComparator;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;

/// The files found by a search, in order. Holds only the files needed to show one page; the others
/// are counted.
///
/// Safe for use by several threads.
final class SearchResults {
  private final long wanted;
  private final TreeMap<String, Entry> first = new TreeMap<>(PathComparator.INSTANCE);
  private long held;
  private long rows;
  private long files;

  /// A file in the workspace.
  ///
  /// @param path the same path as text, with slashes
  record Source(Path inside, String path) {}

  /// @param rows number of rows in the result
  /// @param lines number of matching lines
  record Entry(Source source, long rows, long lines) {
    String path() {
      return source.path();
    }
  }

  /// @param wanted number of rows needed from the beginning of the result
  SearchResults(long wanted) {
    this.wanted = wanted;
  }

  synchronized void add(Source source, long count, long lines) {
    if (held >= wanted && PathComparator.INSTANCE.compare(source.path(), first.lastKey()) > 0) {
      rows += count;
      files++;
      return;
    }
    var before = first.put(source.path(), new Entry(source, count, lines));
    // A folder that is moved during the search may be visited twice.
    long known = before == null ? 0 : before.rows();
    files += before == null ? 1 : 0;
    rows += count - known;
    held += count - known;
    while (held - first.lastEntry().getValue().rows() >= wanted) {
      held -= first.pollLastEntry().getValue().rows();
    }
  }

  /// The number of all rows found.
  synchronized long rows() {
    return rows;
  }

  /// The number of all files found.
  synchronized long files() {
    return files;
  }

  synchronized List<Entry> first() {
    return List.copyOf(first.values());
  }
}
