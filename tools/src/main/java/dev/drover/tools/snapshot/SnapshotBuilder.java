package dev.drover.tools.snapshot;

import dev.drover.kernel.value.BlobId;
import dev.drover.spi.Bytes;
import dev.drover.spi.tool.ToolInvocation.FileChanges;
import dev.drover.tools.sandbox.SnapshotPolicy;
import dev.drover.tools.search.tree.FoundFile;
import dev.drover.tools.search.tree.TreeFolder;
import dev.drover.tools.search.tree.TreeWalk;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.Workspace;
import dev.drover.tools.workspace.WorkspacePath;
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

/// Builds one snapshot of a workspace: every file is examined once, and read only if its content is
/// not known to be in the store. Contents are stored in batches.
///
/// Used for one snapshot.
final class SnapshotBuilder {
  /// A workspace with this many times the files that may be copied is not worth the time.
  private static final int FAR_TOO_MANY = 10;

  private static final Duration LONGEST = Duration.ofSeconds(10);

  private static final int MOST_AT_ONCE = 512;
  private static final int MOST_BYTES_AT_ONCE = 4 << 20;
  private static final int LONGEST_EXCLUSIONS = 1 << 20;
  private static final Path EXCLUSIONS = Path.of(".git", "info", "exclude");

  private static final byte[] NOTHING = {};

  private final Workspace workspace;
  private final SnapshotPolicy.UpTo limits;
  private final FileChanges changes;
  private final StoredContents known;
  private final Instant now;

  private final List<EntryCollector> all = new CopyOnWriteArrayList<>();
  private final AtomicInteger files = new AtomicInteger();
  private final AtomicLong newBytes = new AtomicLong();

  /// @param now as returned by [FileSystemClock]
  SnapshotBuilder(
      Workspace workspace,
      SnapshotPolicy.UpTo limits,
      FileChanges changes,
      StoredContents known,
      Instant now) {
    this.workspace = workspace;
    this.limits = limits;
    this.changes = changes;
    this.known = known;
    this.now = now;
  }

  /// @throws ToolRefusal if there are far too many files, or it takes too long
  WorkspaceSnapshot build() throws IOException, ToolRefusal, InterruptedException {
    if (workspace.root().getParent() == null) {
      throw new ToolRefusal("the workspace is the whole file system");
    }
    walk();
    var entries = new TreeMap<String, SnapshotEntry>();
    var missed = new TreeSet<String>();
    for (var collector : all) {
      collector.keep();
      collector.seen.forEach(each -> entries.put(each.path(), each.seen()));
      missed.addAll(collector.missed);
    }
    known.retain(entries.keySet());
    return new WorkspaceSnapshot(entries, missed, exclusions());
  }

  /// Runs in a thread that can be abandoned: reading some special files never ends.
  private void walk() throws IOException, ToolRefusal, InterruptedException {
    var start = new WorkspacePath(workspace.root(), Path.of(""));
    var walk = new FutureTask<>(() -> new TreeWalk(this::newCollector).run(start));
    Thread.startVirtualThread(walk);
    try {
      walk.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException endless) {
      throw new ToolRefusal(
          "it takes more than %d seconds to look at all files".formatted(LONGEST.toSeconds()));
    } catch (ExecutionException failed) {
      switch (failed.getCause()) {
        case IOException broken -> throw broken;
        case ToolRefusal refusal -> throw refusal;
        case null, default ->
            throw new IllegalStateException("a snapshot failed", failed.getCause());
      }
    } finally {
      walk.cancel(true);
    }
  }

  private EntryCollector newCollector() {
    var collector = new EntryCollector();
    all.add(collector);
    return collector;
  }

  private String exclusions() throws IOException {
    var place = new WorkspacePath(workspace.root(), EXCLUSIONS);
    if (place.kind() != WorkspacePath.Kind.FILE) {
      return "";
    }
    try (var file = place.read()) {
      return new String(file.readNBytes(LONGEST_EXCLUSIONS), StandardCharsets.UTF_8);
    }
  }

  private record PathEntry(String path, SnapshotEntry seen) {}

  /// A file that was read and is not in the store yet.
  private record Read(String path, FileStat stat, Bytes content) {}

  /// Collects the entries that one thread of the walk visits.
  private final class EntryCollector implements TreeWalk.Visitor {
    private final List<PathEntry> seen = new ArrayList<>();
    private final List<String> missed = new ArrayList<>();
    private final List<Read> read = new ArrayList<>();
    private long bytesRead;

    @Override
    public void visit(FoundFile file) throws IOException, ToolRefusal {
      var stat = FileStat.of(workspace.root().resolve(file.path()));
      int count = files.incrementAndGet();
      if (count > (long) limits.files() * FAR_TOO_MANY) {
        throw new ToolRefusal("there are more than %d files".formatted(count - 1));
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
        // Virtual files of the kernel have no size, and reading them may block forever.
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

    /// Writes the contents read so far to the store.
    void keep() {
      if (read.isEmpty()) {
        return;
      }
      var names = changes.storeAll(read.stream().map(Read::content).toList());
      for (int i = 0; i < names.size(); i++) {
        var each = read.get(i);
        add(each.path(), each.stat(), names.get(i));
        known.add(each.path(), each.stat(), names.get(i), now);
      }
      read.clear();
      bytesRead = 0;
    }

    private void add(String path, FileStat stat, BlobId content) {
      seen.add(
          new PathEntry(
              path, new SnapshotEntry.File(stat.mode(), stat.bytes(), stat.modified(), content)));
    }

    private void addUnread(String path, FileStat stat) {
      seen.add(
          new PathEntry(
              path, new SnapshotEntry.File(stat.mode(), stat.bytes(), stat.modified(), null)));
    }

    @Override
    public void link(FoundFile link) throws IOException {
      var place = new WorkspacePath(workspace.root(), link.inside());
      seen.add(new PathEntry(link.path(), new SnapshotEntry.Link(place.linkTarget())));
    }

    @Override
    public void enter(TreeFolder folder) {
      var prefix = folder.prefix();
      var path = prefix.isEmpty() ? "" : prefix.substring(0, prefix.length() - 1);
      seen.add(new PathEntry(path, new SnapshotEntry.Folder(folder.isRepository())));
    }

    @Override
    public void missed(String path) {
      missed.add(path);
    }
  }
}
