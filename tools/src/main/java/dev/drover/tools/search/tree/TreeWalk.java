package dev.drover.tools.search.tree;

import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
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
/// Each folder is opened once, relative to the one above it and without following a link, and held
/// until its files were visited. So nothing outside of the workspace is ever reached, also when
/// folders are moved or replaced by links meanwhile; at worst, files that were moved are missed.
/// Links are named and not followed; what else is no regular file is passed by.
///
/// Made for one walk. [#run] belongs to the caller; the rest runs in threads of its own, because
/// reading a file blocks the thread that carries virtual ones.
public final class TreeWalk {
  /// Every folder on the way down is open.
  static final int MAX_DEPTH = 200;

  private static final int MAX_THREADS = 4;

  private final Supplier<? extends Visitor> visitors;
  private final LongAdder unreadable = new LongAdder();
  private final LongAdder tooDeep = new LongAdder();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /// What is done with the files. Each thread has its own.
  public interface Visitor {
    /// @throws IOException if this file cannot be read; the walk goes on
    /// @throws Obstacle if the walk makes no sense any more
    void visit(FoundFile file) throws IOException, Obstacle, InterruptedException;

    /// A link, which is not followed.
    default void link(FoundFile link) throws IOException {}

    /// A folder, before what is in it.
    default void enter(Branch folder) {}

    /// Something that could not be looked at, or into.
    ///
    /// @param path from the root of the workspace, with slashes
    default void missed(String path) {}
  }

  /// What a walk could not look at.
  ///
  /// @param unreadable files and folders
  /// @param tooDeep folders below more than [#MAX_DEPTH] others
  public record Missed(long unreadable, long tooDeep) {
    /// Sentences for the model, or nothing.
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
  public Missed run(Place start) throws IOException, Obstacle, InterruptedException {
    int count = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MAX_THREADS);
    var spread = new Spread(count, Branch.open(start));
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < count; i++) {
      threads.add(Thread.ofPlatform().daemon().name("drover-search").start(() -> work(spread)));
    }
    try {
      for (var thread : threads) {
        thread.join();
      }
    } finally {
      // Also when this thread is interrupted: nobody searches on for a caller that has left.
      spread.stop();
      threads.forEach(Thread::interrupt);
    }
    rethrow(failure.get());
    return new Missed(unreadable.sum(), tooDeep.sum());
  }

  private static void rethrow(@Nullable Throwable failed)
      throws IOException, Obstacle, InterruptedException {
    switch (failed) {
      case null -> {}
      case IOException broken -> throw broken;
      case Obstacle obstacle -> throw obstacle;
      case InterruptedException stop -> throw stop;
      case Error error -> throw error;
      default -> throw new IllegalStateException("a search failed", failed);
    }
  }

  // Whatever ends a thread is told to the caller, who throws it.
  @SuppressWarnings("CatchingUnchecked")
  private void work(Spread spread) {
    try {
      var visitor = visitors.get();
      for (var branch = spread.take(); branch != null; branch = spread.take()) {
        walk(branch, visitor, spread);
      }
    } catch (Throwable failed) {
      failure.compareAndSet(null, failed);
      try {
        spread.stop();
      } catch (IOException alsoFailed) {
        failed.addSuppressed(alsoFailed);
      }
    }
  }

  private void walk(Branch branch, Visitor visitor, Spread spread)
      throws IOException, Obstacle, InterruptedException {
    try (branch) {
      visitor.enter(branch);
      for (var name : branch.names()) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        try {
          look(branch, name, visitor, spread);
        } catch (ClosedByInterruptException stop) {
          throw new InterruptedException();
        } catch (NoSuchFileException | NotDirectoryException gone) {
          // Removed or replaced since the folder was listed.
        } catch (IOException refused) {
          unreadable.increment();
          visitor.missed(branch.prefix() + name);
        }
      }
    }
  }

  private void look(Branch branch, Path name, Visitor visitor, Spread spread)
      throws IOException, Obstacle, InterruptedException {
    var text = name.toString();
    BasicFileAttributes attributes = branch.folder().attributes(name);
    if (branch.leavesOut(text, attributes.isDirectory())) {
      return;
    }
    if (attributes.isRegularFile()) {
      visitor.visit(new FoundFile(branch, name, branch.prefix() + text));
    } else if (attributes.isSymbolicLink()) {
      visitor.link(new FoundFile(branch, name, branch.prefix() + text));
    } else if (attributes.isDirectory()) {
      if (branch.depth() == MAX_DEPTH) {
        tooDeep.increment();
        visitor.missed(branch.prefix() + text);
        return;
      }
      var below = branch.below(name);
      if (!spread.give(below)) {
        walk(below, visitor, spread);
      }
    }
  }
}
