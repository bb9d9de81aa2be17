package dev.drover.store.memory;

import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Blobs.BlobReferences;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.Catalog.ForkRow;
import dev.drover.spi.store.Catalog.RunRow;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.store.Catalog.WaitingSession;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Inbox.InputStatus;
import dev.drover.spi.store.Inbox.Item;
import dev.drover.spi.store.Inbox.Receipt;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Journal.EventRange;
import dev.drover.spi.store.Journal.Slice;
import dev.drover.spi.store.Journal.Snapshot;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.WriteRefused.AppendConflict;
import dev.drover.spi.store.WriteRefused.AppendToDeletedSession;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
import dev.drover.spi.store.WriteRefused.DeleteBlockedByForks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One session: its journal, its inbox and its rows. Any thread may call any method; the monitor of
/// this object guards everything in it.
final class MemorySession {
  private final SessionId id;
  private final long ordinal;
  private final MemoryIndex index;

  private final MemoryForks lineage;

  /// Its own events, after those that it shares with its source.
  private final ArrayList<Journal.Entry> entries = new ArrayList<>();

  private long tail;
  private @Nullable Snapshot snapshot;

  /// References in events that were trimmed.
  private Set<BlobId> outlived = Set.of();

  private final MemoryInbox mail = new MemoryInbox();

  private final MemoryRuns runs;
  private @Nullable OwnerId owner;
  private @Nullable Instant wakeAt;
  private boolean deleted;
  private Catalog.Change.SessionOpened opening =
      new Catalog.Change.SessionOpened("", "", Instant.EPOCH);

  MemorySession(SessionId id, long ordinal, MemoryIndex index, MemoryForks lineage) {
    this.id = id;
    this.ordinal = ordinal;
    this.index = index;
    this.lineage = lineage;
    this.runs = new MemoryRuns(id);
    this.tail = lineage.shared();
  }

  SessionId id() {
    return id;
  }

  synchronized long tail() {
    return tail;
  }

  synchronized @Nullable OwnerId owner() {
    return owner;
  }

  synchronized @Nullable SessionId parent() {
    return opening.parent();
  }

  /// Releases it, whatever was written last.
  synchronized void release(OwnerId holder) {
    if (holder.equals(owner)) {
      owner = null;
    }
  }

  /// Whether and since when it is due; empty if it is not.
  synchronized Optional<WaitingSession> awake() {
    return Optional.ofNullable(wakeAt).map(since -> new WaitingSession(ordinal, id, since));
  }

  /// Since when it has an unread input.
  synchronized Optional<WaitingSession> unread() {
    return mail.waiting(1).stream()
        .map(oldest -> new WaitingSession(ordinal, id, oldest.at()))
        .findFirst();
  }

  synchronized boolean isRunning() {
    return runs.running() != null;
  }

  synchronized String agent() {
    return opening.agent();
  }

  long ordinal() {
    return ordinal;
  }

  synchronized void release(OwnerId holder, long after) {
    if (holder.equals(owner) && after == tail) {
      owner = null;
    }
  }

  /// Everything that can be refused is checked before anything is changed.
  synchronized void append(Journal.Append append) {
    prepare(append);
    write(append);
  }

  /// Checks everything that can be refused. A prepared append is written or cancelled.
  synchronized void prepare(Journal.Append append) {
    if (deleted) {
      throw new AppendToDeletedSession(id);
    }
    if (append.after() != tail) {
      throw AppendConflict.of(id, append.after(), tail);
    }
    if (append.consumed() != null && !mail.isWaiting(append.consumed())) {
      throw new ContradictoryWrite(id, "input %s is not waiting".formatted(append.consumed()));
    }
    claimRuns(append.changes());
  }

  synchronized void cancel(Journal.Append append) {
    unclaim(append.changes());
  }

  synchronized void write(Journal.Append append) {
    var added = append.entries();
    for (int i = 0; i < added.size(); i++) {
      entries.add(added.get(i));
    }
    tail = append.last();
    owner = append.owner();
    var changes = append.changes();
    for (int i = 0; i < changes.size(); i++) {
      apply(changes.get(i));
    }
    if (append.consumed() != null) {
      mail.take(append.consumed(), new InputStatus.Consumed(tail));
      updateUnread();
    }
  }

  /// From now on the fork shares the events up to that number.
  ///
  /// @return the snapshot that the fork begins with, if it needs one
  synchronized @Nullable Snapshot forked(SessionId fork, long at) {
    var usable = snapshot != null && snapshot.seq() <= at ? snapshot : null;
    long folded = usable == null ? 0 : usable.seq();
    if (deleted || at > tail || between(folded, at, Integer.MAX_VALUE).size() != at - folded) {
      throw new ContradictoryWrite(
          fork, "session %s cannot be forked at event %d".formatted(id, at));
    }
    lineage.forked(fork, at);
    return usable;
  }

  synchronized void removeFork(SessionId fork) {
    lineage.deleted(fork);
  }

  synchronized Optional<ForkRow> origin() {
    var source = lineage.source();
    return source == null
        ? Optional.empty()
        : Optional.of(new ForkRow(ordinal, id, source.id(), lineage.shared(), opening.at()));
  }

  private void claimRuns(List<Catalog.Change> changes) {
    for (int i = 0; i < changes.size(); i++) {
      if (changes.get(i) instanceof Catalog.Change.RunAccepted accepted) {
        boolean keyIsUsed = accepted.key() != null && runs.isUsed(accepted.key());
        if (keyIsUsed || !index.claim(accepted.run(), this)) {
          unclaim(changes.subList(0, i));
          throw new ContradictoryWrite(
              id,
              keyIsUsed
                  ? "a run with the key %s was accepted before".formatted(accepted.key())
                  : "run %s was accepted before".formatted(accepted.run()));
        }
      }
    }
  }

  private void unclaim(List<Catalog.Change> claimed) {
    for (var change : claimed) {
      if (change instanceof Catalog.Change.RunAccepted accepted) {
        index.unclaim(accepted.run());
      }
    }
  }

  private void apply(Catalog.Change change) {
    switch (change) {
      case Catalog.Change.SessionOpened opened -> opening = opened;
      case Catalog.Change.MessageSent _, Catalog.Change.Continued _ -> {
        // Done by the store, which can access the other session.
      }
      case Catalog.Change.SessionForked(_, var agent, var workspace, var at) -> {
        var source = Objects.requireNonNull(lineage.source());
        opening = new Catalog.Change.SessionOpened(agent, workspace, at, source.row().identity());
      }
      case Catalog.Change.RunAccepted accepted -> runs.accept(accepted, index.nextRunOrdinal());
      case Catalog.Change.RunBegun begun -> runs.begin(begun);
      case Catalog.Change.MessageTaken(var key, var run, var digest) -> runs.take(key, run, digest);
      case Catalog.Change.RunFinished finished -> runs.finish(finished);
      case Catalog.Change.ApprovalOpened asked ->
          index.open(
              new ApprovalRow(
                  new ApprovalId(id, asked.effect()),
                  asked.run(),
                  asked.at(),
                  asked.call(),
                  asked.why(),
                  asked.grant(),
                  asked.preview(),
                  asked.answering()));
      case Catalog.Change.ApprovalClosed(var effect) -> index.close(new ApprovalId(id, effect));
      case Catalog.Change.WakeSet(var at) -> wakeAt(at);
      case Catalog.Change.AccountSettled settled -> index.accounts().settle(id, settled);
      case Catalog.Change.AccountWarned warned -> index.accounts().warned(warned);
      case Catalog.Change.RuleGranted granted -> {
        var effect = granted.effect();
        var question = effect == null ? null : new ApprovalId(id, effect);
        index.grants().grant(tenant(), granted, question);
      }
    }
  }

  private void wakeAt(@Nullable Instant at) {
    index.wakeSet(this, ordinal, wakeAt, at);
    wakeAt = at;
  }

  private void updateUnread() {
    index.unread(this, ordinal, !deleted && !mail.waiting(1).isEmpty());
  }

  synchronized Slice read(long after, int limit) {
    return new Slice(between(after, tail, limit), oldest(tail), tail, lineage.shared());
  }

  /// After `after` and up to `last`, at most `limit`; those of the source come first.
  private synchronized List<Journal.Entry> between(long after, long last, int limit) {
    int from = placeAfter(after);
    int end = placeAfter(Math.max(after, last));
    var source = lineage.source();
    if (source == null || after >= lineage.shared()) {
      return entries.subList(from, from + Math.min(limit, end - from));
    }
    var all = new ArrayList<>(source.between(after, Math.min(last, lineage.shared()), limit));
    all.addAll(entries.subList(from, from + Math.min(limit - all.size(), end - from)));
    return all;
  }

  /// Number of the oldest event up to `last`; `last + 1` if there is none.
  private synchronized long oldest(long last) {
    var source = lineage.source();
    long shared = Math.min(last, lineage.shared());
    long inherited = source == null ? shared + 1 : source.oldest(shared);
    if (inherited <= shared) {
      return inherited;
    }
    return entries.isEmpty() ? last + 1 : Math.min(entries.getFirst().seq(), last + 1);
  }

  /// The index of the first entry after this number: there may be gaps, so it is a search.
  private int placeAfter(long after) {
    int low = 0;
    int high = entries.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (entries.get(middle).seq() <= after) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// Begins with the snapshot of another session.
  synchronized void begin(@Nullable Snapshot saved) {
    snapshot = saved;
  }

  synchronized Optional<Snapshot> snapshot() {
    return Optional.ofNullable(snapshot);
  }

  synchronized long trim(Snapshot saved, List<EventRange> dropped) {
    if (deleted) {
      throw new ContradictoryWrite(id, "it does not exist");
    }
    if (saved.seq() > tail) {
      throw new ContradictoryWrite(
          id, "a snapshot of event %d is ahead of event %d".formatted(saved.seq(), tail));
    }
    if (snapshot == null || snapshot.seq() <= saved.seq()) {
      snapshot = saved;
    }
    long before = entries.size();
    for (var stretch : Journal.unshared(dropped, lineage.sharedByForks())) {
      var gone = entries.subList(placeAfter(stretch.from() - 1), placeAfter(stretch.to()));
      outlived = outlived.isEmpty() ? new HashSet<>() : outlived;
      gone.forEach(entry -> outlived.addAll(BlobReferences.in(entry.bytes())));
      gone.clear();
    }
    runs.trimmed(this::ownFrom);
    return before - entries.size();
  }

  /// Number of the oldest own event from there on; `behind` if there is none before that.
  private long ownFrom(long seq, long behind) {
    int place = placeAfter(seq - 1);
    return place < entries.size() ? Math.min(entries.get(place).seq(), behind) : behind;
  }

  /// A caller that found this session before it was deleted sees that it is.
  synchronized void delete(long after) {
    if (lineage.hasForks()) {
      throw new DeleteBlockedByForks(id);
    }
    if (after != tail) {
      throw new AppendConflict(id, after, tail);
    }
    deleted = true;
    if (lineage.source() != null) {
      lineage.source().removeFork(id);
    }
    runs.ids().forEach(index::spend);
    index.closeAll(id);
    wakeAt(null);
    updateUnread();
  }

  /// Adds the references of this session, if it is not deleted.
  synchronized void addTo(BlobReferences references) {
    if (deleted) {
      return;
    }
    mail.addTo(references);
    entries.forEach(entry -> references.addAllIn(entry.bytes()));
    if (snapshot != null) {
      references.addAllIn(snapshot.state());
    }
    outlived.forEach(references::add);
  }

  synchronized Receipt put(Item item, int bound) {
    if (deleted) {
      return Receipt.NO_SUCH_SESSION;
    }
    var receipt = mail.put(item, bound);
    updateUnread();
    return receipt;
  }

  synchronized List<Item> waiting(int limit) {
    return mail.waiting(limit);
  }

  synchronized void settle(InputId input, InputStatus status) {
    if (mail.isWaiting(input)) {
      mail.take(input, status);
      updateUnread();
    }
  }

  synchronized Optional<InputStatus> status(InputId input) {
    return mail.status(input);
  }

  synchronized SessionRow row() {
    return new SessionRow(
        ordinal,
        id,
        opening.agent(),
        opening.workspace(),
        opening.at(),
        tail,
        runs.running(),
        opening.identity());
  }

  synchronized String tenant() {
    return opening.identity().tenant();
  }

  synchronized List<RunRow> runs(long after, int limit) {
    return runs.page(after, limit);
  }

  synchronized Optional<RunRow> run(RunId run) {
    return runs.find(run);
  }

  synchronized Optional<RunRow> run(RunKey key) {
    return runs.find(key);
  }
}
