package dev.drover.internal.dispatch;

import dev.drover.internal.cluster.LeaseCheck;
import dev.drover.internal.concurrent.PendingResult;
import dev.drover.internal.effect.EffectServices;
import dev.drover.internal.hook.HookChain;
import dev.drover.internal.inbox.Mailbox;
import dev.drover.internal.inbox.WriterLoop;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;
import dev.drover.problem.RequestRefused.HandOffRefused;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.spi.tool.CancellationToken;
import dev.drover.spi.tool.ToolInvocation.ArtifactAccess;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The services of a session for one effect. Belongs to the effect's thread.
final class RunningEffectServices implements EffectServices {
  private final WriterLoop writer;
  private final RunningEffect performance;
  private final LeaseCheck lease;
  private final DetachedEffectServices session;

  /// @param lease monitors since this process last appended to the session
  RunningEffectServices(
      WriterLoop writer,
      RunningEffect performance,
      LeaseCheck lease,
      DetachedEffectServices session) {
    this.writer = writer;
    this.performance = performance;
    this.lease = lease;
    this.session = session;
  }

  @Override
  public void announce(List<FileChange> changes) throws InterruptedException {
    note(new Input.FilesAnnounced(performance.effect().id(), changes));
  }

  @Override
  public void recordSnapshot(BlobId look) throws InterruptedException {
    note(new Input.WorkspaceCaptured(performance.effect().id(), look));
  }

  @Override
  public void recordTask(SessionId child, String worker, TaskMode mode)
      throws InterruptedException {
    var reply = new PendingResult<WriterReply>();
    var effect = performance.effect();
    var limits = session.agent().conduct().limits();
    var note =
        new Input.TaskAnnounced(
            effect.id(), child, worker, mode, limits.with(limits.budgets().forRun(effect.run())));
    writer.submit(new WriterMessage.RecordNote(performance, note, reply));
    switch (reply.await()) {
      case WriterReply.Committed _ -> {}
      case WriterReply.Ignored(var why, _) when why == Why.NOTHING_TO_DO -> {}
      case WriterReply.Ignored(var why, var detail) when why == Why.BUSY ->
          throw new SessionBusy(session.session(), detail);
      case WriterReply.Ignored(var why, var detail) when why == Why.HANDED_OFF ->
          throw new HandOffRefused(session.session(), detail);
      case WriterReply.Ignored(_, var detail) -> throw new InterruptedException(detail);
      case WriterReply.Refused(var problem) -> throw problem;
      case WriterReply.Existing _, WriterReply.Forwarded _ ->
          throw new IllegalStateException("a note is written here or not at all");
    }
  }

  @Override
  public boolean checkPause() throws InterruptedException {
    if (!lease.checkPause()) {
      return false;
    }
    ask(reply -> new WriterMessage.ConfirmOwnership(performance, reply));
    return true;
  }

  @Override
  public boolean recordFound(List<FileChange> changes) {
    var effect = performance.effect();
    var reply = new PendingResult<WriterReply>();
    var note = new Input.FilesFound(effect.run(), effect.id(), changes);
    return writer.submit(new WriterMessage.RecordNote(performance, note, reply))
            != Mailbox.Admission.RETIRED
        && reply.awaitUninterruptibly() instanceof WriterReply.Committed;
  }

  @Override
  public boolean recordLimitReached(BudgetScope payer, BudgetMeasure measure, long limit, long used)
      throws InterruptedException {
    note(new Input.AccountLimitReached(performance.effect().run(), payer, measure, limit, used));
    return true;
  }

  private void note(Input note) throws InterruptedException {
    ask(reply -> new WriterMessage.RecordNote(performance, note, reply));
  }

  private void ask(Function<PendingResult<WriterReply>, WriterMessage> message)
      throws InterruptedException {
    var reply = new PendingResult<WriterReply>();
    writer.submit(message.apply(reply));
    switch (reply.await()) {
      case WriterReply.Committed _ -> {}
      case WriterReply.Ignored(var why, _) when why == Why.NOTHING_TO_DO -> {}
      case WriterReply.Ignored(_, var detail) -> throw new InterruptedException(detail);
      case WriterReply.Refused(var problem) -> throw problem;
      case WriterReply.Existing _, WriterReply.Forwarded _ ->
          throw new IllegalStateException("a note is written here or not at all");
    }
  }

  @Override
  public CancellationToken scope() {
    return performance.scope();
  }

  @Override
  public ArtifactAccess artifacts() {
    return session.artifacts();
  }

  @Override
  public Set<Label> labelsAbove() {
    return session.labelsAbove();
  }

  @Override
  public @Nullable HookChain hooks() {
    return session.hooks();
  }

  @Override
  public <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first) {
    return session.shared(type, first);
  }
}
