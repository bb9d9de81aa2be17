package dev.drover.tools.change;

import dev.drover.kernel.BlobId;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.tools.place.Place;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What the tools of one session last saw of the files they read and wrote. Lives as long as the
/// session is loaded; of many files the ones used last are remembered.
///
/// Safe for use by many threads: calls that only read run side by side.
public final class FilesSeen implements AutoCloseable {
  static final int MOST = 2_000;

  /// By the path with all links followed.
  private final Map<String, Seen> files = new LinkedHashMap<>(16, 0.75f, true);

  /// @param content the name of the whole content
  record Seen(BlobId content, By by) {}

  enum By {
    READ,
    WRITTEN
  }

  public static FilesSeen of(ToolInvocation call) {
    return call.shared(FilesSeen.class, FilesSeen::new);
  }

  public void read(Place place, BlobId content) {
    var before = last(place);
    // What was written and is read unchanged is still this session's own.
    if (before.isEmpty() || !before.get().content().equals(content)) {
      remember(place, new Seen(content, By.READ));
    }
  }

  void wrote(Place place, BlobId content) {
    remember(place, new Seen(content, By.WRITTEN));
  }

  synchronized void deleted(Place place) {
    files.remove(place.path());
  }

  synchronized Optional<Seen> last(Place place) {
    return Optional.ofNullable(files.get(place.path()));
  }

  private synchronized void remember(Place place, Seen seen) {
    files.put(place.path(), seen);
    if (files.size() > MOST) {
      files.remove(files.keySet().iterator().next());
    }
  }

  @Override
  public synchronized void close() {
    files.clear();
  }
}
