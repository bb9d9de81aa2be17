package dev.drover.tools;

import dev.drover.conformance.TrialCall;
import dev.drover.conformance.TrialSession;
import dev.drover.kernel.BlobId;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.FileChange;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolAnswer;
import dev.drover.kernel.ToolOutcome;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.Changes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/// A call as a test makes it. Holds what was shown while it ran.
public final class TestCall extends TrialCall {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final TrialSession session;
  private final Consumer<String> watcher;
  private final String basis;
  private boolean deathAfterAnnouncing;
  private final ConcurrentLinkedQueue<String> shown = new ConcurrentLinkedQueue<>();

  private TestCall(
      TrialSession session,
      String arguments,
      Consumer<String> watcher,
      String basis,
      EffectId effect) {
    super(session, arguments, effect);
    this.session = session;
    this.watcher = watcher;
    this.basis = basis;
  }

  /// A call in a session of its own.
  public static TestCall in(Path workspace, Map<String, Object> arguments) {
    return in(new TrialSession(workspace), arguments);
  }

  public static TestCall in(TrialSession session, Map<String, Object> arguments) {
    return raw(session, JSON.writeValueAsString(arguments));
  }

  public static TestCall raw(Path workspace, String arguments) {
    return raw(new TrialSession(workspace), arguments);
  }

  private static TestCall raw(TrialSession session, String arguments) {
    return new TestCall(session, arguments, _ -> {}, "", session.nextEffect());
  }

  public TestCall watchedBy(Consumer<String> other) {
    return new TestCall(session, arguments(), other, basis, effect());
  }

  /// The same call, judged when the world was as it is now.
  public TestCall judgedBy(AgentTool tool) {
    return new TestCall(session, arguments(), watcher, tool.basis(this), effect());
  }

  /// The next attempt at the same call, after the process died.
  public TestCall again() {
    return new TestCall(session, arguments(), watcher, basis, effect());
  }

  /// The same call in a process that dies when all is announced and nothing is changed yet.
  public TestCall dyingAfterAnnouncing() {
    var doomed = again();
    doomed.deathAfterAnnouncing = true;
    return doomed;
  }

  /// A process that is no more. Nothing catches this.
  public static final class Died extends Error {
    private static final long serialVersionUID = 1L;
  }

  /// What the model would read of a call that succeeds.
  public String answerOf(AgentTool tool) throws Exception {
    return switch (tool.call(this)) {
      case ToolOutcome.Succeeded(Text.Inline(var text), _) -> text;
      case ToolAnswer other -> throw new AssertionError("not a success: " + other);
    };
  }

  /// What the model would read of a call that fails.
  public String failureOf(AgentTool tool) throws Exception {
    return switch (tool.call(this)) {
      case ToolOutcome.Failed(Text.Inline(var text)) -> text;
      case ToolAnswer other -> throw new AssertionError("not a failure: " + other);
    };
  }

  public String shown() {
    return String.join("", shown);
  }

  @Override
  public String basis() {
    return basis;
  }

  @Override
  public Changes changes() {
    return deathAfterAnnouncing ? new LastWords(super.changes()) : super.changes();
  }

  /// The process dies when all is announced.
  private record LastWords(Changes changes) implements Changes {
    @Override
    public BlobId keep(byte[] content) {
      return changes.keep(content);
    }

    @Override
    public List<BlobId> keepAll(List<Bytes> contents) {
      return changes.keepAll(contents);
    }

    @Override
    public byte[] read(BlobId kept) {
      return changes.read(kept);
    }

    @Override
    public void announce(List<FileChange> all) throws InterruptedException {
      changes.announce(all);
      throw new Died();
    }

    @Override
    public List<FileChange> announced() {
      return changes.announced();
    }

    @Override
    public void remember(BlobId look) throws InterruptedException {
      changes.remember(look);
    }

    @Override
    public Optional<BlobId> remembered() {
      return changes.remembered();
    }

    @Override
    public boolean found(List<FileChange> all) {
      return changes.found(all);
    }
  }

  @Override
  public void output(String text) {
    shown.add(text);
    watcher.accept(text);
  }
}
