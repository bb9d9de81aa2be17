package dev.drover.tools.search.tree;

import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Visits every file below a folder that is not ignored, with a few threads, in no order.
///
/// Each folder is opened once, relative to its parent and without following links, and stays open
/// until its files were visited. So nothing outside the workspace is ever reached, even if folders
/// are moved or replaced by links meanwhile; at worst, moved files are missed. Links are reported
/// and not followed; other special files are skipped.
///
/// Used for one walk. [#run] belongs to the caller; the rest runs in platform threads, because
/// reading a file blocks the carrier of a virtual thread.
public final class TreeWalk {
  /// Every folder on the way down stays open.
  static final int MAX_DEPTH = 200;

  private static final int MAX_THREADS = 4;

  private final Supplier<? extends Visitor> visitors;
  private final LongAdder unreadable = new LongAdder();
  private final LongAdder tooDeep = new LongAdder();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /// Handles the files of a walk. Each thread has its own instance.
  public interface Visitor {
    /// @throws IOException if this file cannot be read; the walk continues
    /// @throws ToolRefusal if the walk cannot continue
    void visit(FoundFile file) throws IOException, ToolRefusal, InterruptedException;

    /// Called for a link, which is not followed.
    default void link(FoundFile link) throws IOException {}

    /// Called for a folder before its entries.
    default void enter(TreeFolder folder) {}

    /// Called for a file or folder that could not be read.
    ///
    /// @param path relative to the root of the workspace, with slashes
    default void missed(String path) {}
  }

  /// Files and folders that a walk could not read.
  ///
  /// @param unreadable number of unreadable files and folders
  /// @param tooDeep number of folders nested deeper than [#MAX_DEPTH]
  public record Missed(long unreadable, long tooDeep) {
    /// Sentences for the model, or an empty text.
    public String text() {
      var text = new StringBuilder();
      if (unreadable > 0) {
        text.append("\n[could not be read: %d]".formatted(unreadable));
      }
      if (tooDeep > 0) {
        text.append(
            "\n[directories not looked into, because they are more than %d levels deep: %d; give a "
                    .formatted(MAX_DEPTH, tooDeep)
                + "path nearer to them]");
      }
      return text.toString();
    }
  }

  public TreeWalk(Supplier<? extends Visitor> visitors) {
    this.visitors = visitors;
  }

  /// @param start a folder
  public Missed run(WorkspacePath start) throws IOException, ToolRefusal, InterruptedException {
    int count = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MAX_THREADS);
    var queue = new FolderWorkQueue(count, TreeFolder.open(start));
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < count; i++) {
      threads.add(Thread.ofPlatform().daemon().name("drover-search").start(() -> work(queue)));
    }
    try {
      for (var thread : threads) {
        thread.join();
      }
    } finally {
      // Also when this thread is interrupted: the search must not continue after its caller has
      // left.
      queue.stop();
      threads.forEach(Thread::interrupt);
    }
    rethrow(failure.get());
    return new Missed(unreadable.sum(), tooDeep.sum());
  }

  private static void rethrow(@Nullable Throwable failed)
      throws IOException, ToolRefusal, InterruptedException {
    switch (failed) {
      case null -> {}
      case IOException broken -> throw broken;
      case ToolRefusal refusal -> throw refusal;
      case InterruptedException stop -> throw stop;
      case Error error -> throw error;
      default -> throw new IllegalStateException("a search failed", failed);
    }
  }

  // Every error that ends a thread is passed to the caller, which throws it.
  @SuppressWarnings("CatchingUnchecked")
  private void work(FolderWorkQueue queue) {
    try {
      var visitor = visitors.get();
      for (var folder = queue.take(); folder != null; folder = queue.take()) {
        walk(folder, visitor, queue);
      }
    } catch (Throwable failed) {
      failure.compareAndSet(null, failed);
      try {
        queue.stop();
      } catch (IOException alsoFailed) {
        failed.addSuppressed(alsoFailed);
      }
    }
  }

  private void walk(TreeFolder folder, Visitor visitor, FolderWorkQueue queue)
      throws IOException, ToolRefusal, InterruptedException {
    try (folder) {
      visitor.enter(folder);
      for (var name : folder.names()) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        try {
          visit(folder, name, visitor, queue);
        } catch (ClosedByInterruptException stop) {
          throw new InterruptedException();
        } catch (NoSuchFileException | NotDirectoryException gone) {
          // Deleted or replaced since the folder was listed.
        } catch (IOException refused) {
          unreadable.increment();
          visitor.missed(folder.prefix() + name);
        }
      }
    }
  }

  private void visit(TreeFolder folder, Path name, Visitor visitor, FolderWorkQueue queue)
      throws IOException, ToolRefusal, InterruptedException {
    var text = name.toString();
    BasicFileAttributes attributes = folder.folder().attributes(name);
    if (folder.leavesOut(text, attributes.isDirectory())) {
      return;
    }
    if (attributes.isRegularFile()) {
      visitor.visit(new FoundFile(folder, name, folder.prefix() + text));
    } else if (attributes.isSymbolicLink()) {
      visitor.link(new FoundFile(folder, name, folder.prefix() + text));
    } else if (attributes.isDirectory()) {
      if (folder.depth() == MAX_DEPTH) {
        tooDeep.increment();
        visitor.missed(folder.prefix() + text);
        return;
      }
      var below = folder.below(name);
      if (!queue.give(below)) {
        walk(below, visitor, queue);
      }
    }
  }
}
