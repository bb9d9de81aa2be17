package dev.drover.runtime.writer;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.FileChange;
import dev.drover.kernel.Input;
import dev.drover.kernel.Label;
import dev.drover.kernel.Measure;
import dev.drover.kernel.Payer;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.TaskMode;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.hooking.HookLine;
import dev.drover.runtime.perform.Desk;
import dev.drover.runtime.problem.HandOffRefused;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.spi.tool.Artifacts;
import dev.drover.spi.tool.CancelScope;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What one effect may use of its session. Belongs to the effect's thread.
final class CallDesk implements Desk {
  private final SessionWriter writer;
  private final Performance performance;
  private final AgentSpec agent;
  private final Engine engine;
  private long spell;

  CallDesk(SessionWriter writer, Performance performance, AgentSpec agent, Engine engine) {
    this.writer = writer;
    this.performance = performance;
    this.agent = agent;
    this.engine = engine;
    this.spell = writer.spell();
  }

  @Override
  public void announce(List<FileChange> changes) throws InterruptedException {
    note(new Input.FilesAnnounced(performance.effect().id(), changes));
  }

  @Override
  public void remember(BlobId look) throws InterruptedException {
    note(new Input.WorkspaceLooked(performance.effect().id(), look));
  }

  @Override
  public void delegated(SessionId child, String worker, TaskMode mode) throws InterruptedException {
    var reply = new Pending<Reply>();
    var effect = performance.effect();
    var limits = agent.conduct().limits();
    var note =
        new Input.TaskAnnounced(
            effect.id(), child, worker, mode, limits.with(limits.budgets().in(effect.run())));
    writer.tell(new Letter.Noted(performance, note, reply));
    switch (reply.await()) {
      case Reply.Committed _ -> {}
      case Reply.Ignored(var why, _) when why == Why.NOTHING_TO_DO -> {}
      case Reply.Ignored(var why, var detail) when why == Why.BUSY ->
          throw new SessionBusy(writer.session(), detail);
      case Reply.Ignored(var why, var detail) when why == Why.HANDED_OFF ->
          throw new HandOffRefused(writer.session(), detail);
      case Reply.Ignored(_, var detail) -> throw new InterruptedException(detail);
      case Reply.Refused(var problem) -> throw problem;
      case Reply.Existing _, Reply.Forwarded _ ->
          throw new IllegalStateException("a note is written here or not at all");
    }
  }

  @Override
  public boolean wasAway() throws InterruptedException {
    if (engine.presence().isStill(spell)) {
      return false;
    }
    // First of all: who has not taken over by then does not do so any more.
    engine.presence().comeBack();
    spell = engine.presence().spell();
    ask(reply -> new Letter.Regained(performance, reply));
    return true;
  }

  @Override
  public boolean found(List<FileChange> changes) {
    var effect = performance.effect();
    var reply = new Pending<Reply>();
    var note = new Input.FilesFound(effect.run(), effect.id(), changes);
    return writer.tell(new Letter.Noted(performance, note, reply)) != Mailbox.Admission.RETIRED
        && reply.awaitCalmly() instanceof Reply.Committed;
  }

  @Override
  public boolean reached(Payer payer, Measure measure, long limit, long used)
      throws InterruptedException {
    note(new Input.AccountReached(performance.effect().run(), payer, measure, limit, used));
    return true;
  }

  private void note(Input note) throws InterruptedException {
    ask(reply -> new Letter.Noted(performance, note, reply));
  }

  private void ask(Function<Pending<Reply>, Letter> letter) throws InterruptedException {
    var reply = new Pending<Reply>();
    writer.tell(letter.apply(reply));
    switch (reply.await()) {
      case Reply.Committed _ -> {}
      case Reply.Ignored(var why, _) when why == Why.NOTHING_TO_DO -> {}
      case Reply.Ignored(_, var detail) -> throw new InterruptedException(detail);
      case Reply.Refused(var problem) -> throw problem;
      case Reply.Existing _, Reply.Forwarded _ ->
          throw new IllegalStateException("a note is written here or not at all");
    }
  }

  @Override
  public CancelScope scope() {
    return performance.scope();
  }

  @Override
  public Artifacts artifacts() {
    return judging().artifacts();
  }

  @Override
  public Set<Label> labelsAbove() {
    return judging().labelsAbove();
  }

  @Override
  public @Nullable HookLine hooks() {
    return engine.hookLines().of(writer.session(), agent.governance().hooks());
  }

  @Override
  public <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> first) {
    return judging().shared(type, first);
  }

  private Desk judging() {
    return new JudgeDesk(writer.session(), agent, engine);
  }
}
