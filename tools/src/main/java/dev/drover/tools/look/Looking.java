package dev.drover.tools.look;

import dev.drover.kernel.BlobId;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.tool.Changes;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.place.Workspace;
import dev.drover.tools.sandbox.Keeping;
import dev.drover.tools.search.tree.Branch;
import dev.drover.tools.search.tree.FoundFile;
import dev.drover.tools.search.tree.TreeWalk;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// One look at a workspace: every file is looked at once, and read only if its content is not known
/// to be in the store. What is read goes there many at a time.
///
/// Made for one look.
final class Looking {
  /// A workspace with so many times the files that may be copied is not worth the time.
  private static final int FAR_TOO_MANY = 10;

  private static final Duration LONGEST = Duration.ofSeconds(10);

  private static final int MOST_AT_ONCE = 512;
  private static final int MOST_BYTES_AT_ONCE = 4 << 20;
  private static final int LONGEST_EXCLUSIONS = 1 << 20;
  private static final Path EXCLUSIONS = Path.of(".git", "info", "exclude");

  private static final byte[] NOTHING = {};

  private final Workspace workspace;
  private final Keeping.UpTo limits;
  private final Changes changes;
  private final Known known;
  private final Instant now;

  private final List<Eyes> all = new CopyOnWriteArrayList<>();
  private final AtomicInteger files = new AtomicInteger();
  private final AtomicLong newBytes = new AtomicLong();

  /// @param now as a [FileClock] tells it
  Looking(Workspace workspace, Keeping.UpTo limits, Changes changes, Known known, Instant now) {
    this.workspace = workspace;
    this.limits = limits;
    this.changes = changes;
    this.known = known;
    this.now = now;
  }

  /// @throws Obstacle if there are far too many files, or it takes too long
  Look look() throws IOException, Obstacle, InterruptedException {
    if (workspace.root().getParent() == null) {
      throw new Obstacle("the workspace is the whole file system");
    }
    walk();
    var entries = new TreeMap<String, Seen>();
    var missed = new TreeSet<String>();
    for (var eyes : all) {
      eyes.keep();
      eyes.seen.forEach(each -> entries.put(each.path(), each.seen()));
      missed.addAll(eyes.missed);
    }
    known.retain(entries.keySet());
    return new Look(entries, missed, exclusions());
  }

  /// In a thread that can be left: some of what looks like a file never ends.
  private void walk() throws IOException, Obstacle, InterruptedException {
    var start = new Place(workspace.root(), Path.of(""));
    var walk = new FutureTask<>(() -> new TreeWalk(this::eyes).run(start));
    Thread.startVirtualThread(walk);
    try {
      walk.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException endless) {
      throw new Obstacle(
          "it takes more than %d seconds to look at all files".formatted(LONGEST.toSeconds()));
    } catch (ExecutionException failed) {
      switch (failed.getCause()) {
        case IOException broken -> throw broken;
        case Obstacle obstacle -> throw obstacle;
        case null, default -> throw new IllegalStateException("a look failed", failed.getCause());
      }
    } finally {
      walk.cancel(true);
    }
  }

  private Eyes eyes() {
    var eyes = new Eyes();
    all.add(eyes);
    return eyes;
  }

  private String exclusions() throws IOException {
    var place = new Place(workspace.root(), EXCLUSIONS);
    if (place.kind() != Place.Kind.FILE) {
      return "";
    }
    try (var file = place.read()) {
      return new String(file.readNBytes(LONGEST_EXCLUSIONS), StandardCharsets.UTF_8);
    }
  }

  private record At(String path, Seen seen) {}

  /// A file that was read and is not in the store yet.
  private record Read(String path, FileStat stat, Bytes content) {}

  /// What one thread of the walk sees.
  private final class Eyes implements TreeWalk.Visitor {
    private final List<At> seen = new ArrayList<>();
    private final List<String> missed = new ArrayList<>();
    private final List<Read> read = new ArrayList<>();
    private long bytesRead;

    @Override
    public void visit(FoundFile file) throws IOException, Obstacle {
      var stat = FileStat.of(workspace.root().resolve(file.path()));
      int count = files.incrementAndGet();
      if (count > (long) limits.files() * FAR_TOO_MANY) {
        throw new Obstacle("there are more than %d files".formatted(count - 1));
      }
      var content = known.find(file.path(), stat);
      if (content.isPresent()) {
        add(file.path(), stat, content.get());
      } else if (count > limits.files()
          || stat.bytes() > limits.eachBytes()
          || newBytes.addAndGet(stat.bytes()) > limits.newBytes()) {
        addUnread(file.path(), stat);
      } else {
        read(file, stat);
      }
    }

    private void read(FoundFile file, FileStat stat) throws IOException {
      try (var stream = Channels.newInputStream(file.open())) {
        // What the kernel makes up has no size, and reading it may wait for ever.
        var content = stat.bytes() == 0 ? NOTHING : stream.readNBytes(limits.eachBytes() + 1);
        if (content.length > limits.eachBytes()) {
          addUnread(file.path(), stat);
          return;
        }
        read.add(new Read(file.path(), stat, Bytes.of(content)));
        bytesRead += content.length;
      }
      if (read.size() >= MOST_AT_ONCE || bytesRead >= MOST_BYTES_AT_ONCE) {
        keep();
      }
    }

    /// Puts what was read into the store.
    void keep() {
      if (read.isEmpty()) {
        return;
      }
      var names = changes.keepAll(read.stream().map(Read::content).toList());
      for (int i = 0; i < names.size(); i++) {
        var each = read.get(i);
        add(each.path(), each.stat(), names.get(i));
        known.add(each.path(), each.stat(), names.get(i), now);
      }
      read.clear();
      bytesRead = 0;
    }

    private void add(String path, FileStat stat, BlobId content) {
      seen.add(new At(path, new Seen.File(stat.mode(), stat.bytes(), stat.modified(), content)));
    }

    private void addUnread(String path, FileStat stat) {
      seen.add(new At(path, new Seen.File(stat.mode(), stat.bytes(), stat.modified(), null)));
    }

    @Override
    public void link(FoundFile link) throws IOException {
      var place = new Place(workspace.root(), link.inside());
      seen.add(new At(link.path(), new Seen.Link(place.linkTarget())));
    }

    @Override
    public void enter(Branch folder) {
      var prefix = folder.prefix();
      var path = prefix.isEmpty() ? "" : prefix.substring(0, prefix.length() - 1);
      seen.add(new At(path, new Seen.Folder(folder.isRepository())));
    }

    @Override
    public void missed(String path) {
      missed.add(path);
    }
  }
}
