package dev.drover.tools.look;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.FileChange;
import dev.drover.spi.tool.Changes;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.sandbox.Keeping;
import dev.drover.tools.work.WorkspaceTool;
import dev.drover.tools.work.WorkspaceTool.Job;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Watches over the workspace of one session while its commands run.
///
/// Before a command the workspace is looked at, what is in it is kept, and the look is remembered
/// in the journal. After the command it is looked at again, and what is different is told. If the
/// process dies in between, whoever takes over has the first look and can do the rest. While
/// something goes on in the background the last look counts: what is different at the next one is
/// its doing.
///
/// May be used by any thread. One at a time: a command that was stopped has to be done with before
/// the next one begins, or the one's doing would be taken for the other's.
public final class Lookout implements AutoCloseable {
  /// Looks are written as differences from one that is kept whole, until they get as large as that.
  private static final int WORTHWHILE = 4;

  /// An interrupt ends a look, and one that has to be is begun again.
  private static final int TRIES = 3;

  private final Keeping keeping;
  private final Known known = new Known();
  private final FileClock clock = new FileClock();
  private @Nullable Look last;
  private LookForm.@Nullable Whole base;
  private int baseBytes;
  private Since since = Since.NOTHING_RUNS;
  private String why = "";

  /// Why this workspace is not looked at any more; empty if it is. It would be as slow each time.
  private String hopeless = "";

  /// Whether somebody may have changed something since the last look.
  private enum Since {
    NOTHING_RUNS,
    SOMETHING_RUNS
  }

  private Lookout(Keeping keeping) {
    this.keeping = keeping;
  }

  public static Lookout of(Job job, Keeping keeping) {
    return job.call().shared(Lookout.class, () -> new Lookout(keeping));
  }

  /// To be called before a command is started.
  ///
  /// @throws InterruptedException if nobody wants the command any more
  public synchronized void begin(Job job) throws InterruptedException {
    var changes = job.call().changes();
    if (!(keeping instanceof Keeping.UpTo limits)) {
      changes.announce(unseen("nothing of what commands change is kept here"));
      return;
    }
    try {
      begin(job, look(job, limits));
    } catch (InterruptedException unwanted) {
      forget();
      throw unwanted;
    }
    since = Since.SOMETHING_RUNS;
  }

  private void begin(Job job, @Nullable Look now) throws InterruptedException {
    var changes = job.call().changes();
    if (since == Since.SOMETHING_RUNS) {
      tell(job, now);
    }
    last = now;
    if (now == null) {
      changes.announce(unseen("what commands changed cannot be undone: " + why));
    } else {
      changes.remember(keep(now, changes));
    }
  }

  /// What is not named in the journal may go from the store, so it is not counted on.
  private void forget() {
    known.forget();
    base = null;
  }

  /// To be called before something is done to a command that goes on.
  public synchronized void goOn(Job job) throws InterruptedException {
    var look = last;
    if (since == Since.SOMETHING_RUNS && look != null) {
      job.call().changes().remember(keep(look, job.call().changes()));
    }
  }

  /// To be called when the call is over, however it ended. An interrupt stays set.
  ///
  /// @param stillRuns whether a command goes on
  /// @return what the model is to read about it; mostly nothing
  public synchronized String end(Job job, boolean stillRuns) {
    if (since == Since.NOTHING_RUNS || !(keeping instanceof Keeping.UpTo limits)) {
      return "";
    }
    since = stillRuns ? Since.SOMETHING_RUNS : Since.NOTHING_RUNS;
    if (last != null) {
      var now = lookCalmly(job, limits);
      tell(job, now);
      last = now;
    }
    return last == null ? "[what commands change here cannot be undone: %s]\n".formatted(why) : "";
  }

  /// Tells what a command had changed when the process died that ran it.
  public synchronized void recover(Job job) throws InterruptedException {
    var changes = job.call().changes();
    var look = changes.remembered();
    if (look.isPresent() && keeping instanceof Keeping.UpTo limits) {
      last = LookForm.read(changes.read(look.get()), changes::read);
      tell(job, look(job, limits));
    }
  }

  private void tell(Job job, @Nullable Look now) {
    var before = last;
    var changes = job.call().changes();
    if (before != null) {
      // None as well: of a call that was cut off nobody would know that it was looked at.
      changes.found(
          now == null
              ? unseen("what commands changed cannot be undone: " + why)
              : Differences.between(before, now, job.workspace(), changes));
    }
  }

  /// For whoever wants the workspace back: nobody knows what was in it.
  private static List<FileChange> unseen(String why) {
    return List.of(
        new FileChange(".", new FileChange.Side.Unseen(why), new FileChange.Side.Folder()));
  }

  private @Nullable Look lookCalmly(Job job, Keeping.UpTo limits) {
    boolean interrupted = Thread.interrupted();
    try {
      for (int tries = 0; tries < TRIES; tries++) {
        try {
          return look(job, limits);
        } catch (InterruptedException again) {
          interrupted = true;
        }
      }
      why = "the look at them was interrupted again and again";
      return null;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// @return null if it cannot be done; `why` then says why
  private @Nullable Look look(Job job, Keeping.UpTo limits) throws InterruptedException {
    if (!hopeless.isEmpty()) {
      why = hopeless;
      return null;
    }
    try {
      var changes = job.call().changes();
      return new Looking(job.workspace(), limits, changes, known, clock.now()).look();
    } catch (Obstacle farTooMany) {
      hopeless = farTooMany.text();
      why = hopeless;
    } catch (IOException broken) {
      why = WorkspaceTool.describe(broken);
    }
    return null;
  }

  private BlobId keep(Look look, Changes changes) {
    var whole = base;
    if (whole != null && whole.look().equals(look)) {
      return whole.name();
    }
    var bytes = LookForm.write(look, whole);
    if (whole == null || bytes.length > baseBytes / WORTHWHILE) {
      bytes = LookForm.write(look, null);
      whole = new LookForm.Whole(changes.keep(bytes), look);
      base = whole;
      baseBytes = bytes.length;
      return whole.name();
    }
    return changes.keep(bytes);
  }

  @Override
  public synchronized void close() {
    try {
      clock.close();
    } catch (IOException _) {
      // The system clears its folder for temporary files sooner or later.
    }
  }
}
