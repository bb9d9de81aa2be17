package dev.drover.tools;

import dev.drover.conformance.ToolTestCall;
import dev.drover.conformance.ToolTestSession;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.Bytes;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation.FileChanges;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/// A call made by a test. Records the output shown while it ran.
public final class TestCall extends ToolTestCall {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final ToolTestSession session;
  private final Consumer<String> watcher;
  private final String basis;
  private boolean deathAfterAnnouncing;
  private final ConcurrentLinkedQueue<String> shown = new ConcurrentLinkedQueue<>();

  private TestCall(
      ToolTestSession session,
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
    return in(new ToolTestSession(workspace), arguments);
  }

  public static TestCall in(ToolTestSession session, Map<String, Object> arguments) {
    return raw(session, JSON.writeValueAsString(arguments));
  }

  public static TestCall raw(Path workspace, String arguments) {
    return raw(new ToolTestSession(workspace), arguments);
  }

  private static TestCall raw(ToolTestSession session, String arguments) {
    return new TestCall(session, arguments, _ -> {}, "", session.nextEffect());
  }

  public TestCall watchedBy(Consumer<String> other) {
    return new TestCall(session, arguments(), other, basis, effect());
  }

  /// The same call, judged against the current files.
  public TestCall judgedBy(AgentTool tool) {
    return new TestCall(session, arguments(), watcher, tool.basis(this), effect());
  }

  /// The next attempt at the same call, after the process died.
  public TestCall again() {
    return new TestCall(session, arguments(), watcher, basis, effect());
  }

  /// The same call in a process that dies after announcing all changes and before making any.
  public TestCall dyingAfterAnnouncing() {
    var doomed = again();
    doomed.deathAfterAnnouncing = true;
    return doomed;
  }

  /// Simulates the death of a process. Never caught.
  public static final class Died extends Error {
    private static final long serialVersionUID = 1L;
  }

  /// The answer that the model reads if the call succeeds.
  public String answerOf(AgentTool tool) throws Exception {
    return switch (tool.call(this)) {
      case ToolOutcome.Succeeded(Text.Inline(var text), _) -> text;
      case ToolAnswer other -> throw new AssertionError("not a success: " + other);
    };
  }

  /// The message that the model reads if the call fails.
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
  public FileChanges changes() {
    return deathAfterAnnouncing ? new LastWords(super.changes()) : super.changes();
  }

  /// Dies when all changes are announced.
  private record LastWords(FileChanges changes) implements FileChanges {
    @Override
    public BlobId store(byte[] content) {
      return changes.store(content);
    }

    @Override
    public List<BlobId> storeAll(List<Bytes> contents) {
      return changes.storeAll(contents);
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
    public void recordSnapshot(BlobId look) throws InterruptedException {
      changes.recordSnapshot(look);
    }

    @Override
    public Optional<BlobId> recordedSnapshot() {
      return changes.recordedSnapshot();
    }

    @Override
    public boolean reportFound(List<FileChange> all) {
      return changes.reportFound(all);
    }
  }

  @Override
  public void output(String text) {
    shown.add(text);
    watcher.accept(text);
  }
}
