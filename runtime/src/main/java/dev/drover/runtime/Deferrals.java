package dev.drover.runtime;

import dev.drover.kernel.CompletionKey;
import dev.drover.kernel.Input;
import dev.drover.kernel.Label;
import dev.drover.kernel.OpenCall;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.artifact.ToolArtifacts;
import dev.drover.runtime.perform.OutputLimit;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.runtime.writer.Engine;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Calls that are carried out elsewhere: a tool answered [dev.drover.kernel.Deferred], and whoever
/// has the call's key says how it ended. That can be done in any process that opens the store, also
/// while nobody drives the run; the first one counts.
///
/// Safe for use by any thread.
public final class Deferrals {
  private final Drover drover;
  private final Archive archive;

  /// @param archive the sessions whose calls are shown and may be completed
  Deferrals(Drover drover, Archive archive) {
    this.drover = drover;
    this.archive = archive;
  }

  /// The call, if somebody waits for it to be completed. For a worker that wants to know whether
  /// its work is still wanted.
  public Optional<DeferredCall> find(CompletionKey key) {
    return archive
        .session(key.session())
        .flatMap(row -> Standings.deferred(key, archive.state(row), this::read));
  }

  /// The calls of runs that wait to be completed, in the order in which their sessions were
  /// created. Reads every session with a run that is not over: for workers that come back after
  /// they were away, not for a loop.
  public List<DeferredCall> waiting() {
    return archive.unfinished().stream().flatMap(this::waiting).toList();
  }

  private Stream<DeferredCall> waiting(SessionRow row) {
    try {
      return Standings.deferred(row.session(), archive.state(row), this::read).stream();
    } catch (SessionNotFound _) {
      // Deleted since it was listed: nobody waits.
      return Stream.empty();
    }
  }

  /// The call has happened.
  ///
  /// @param result what the model is to read
  /// @param by who says so
  public Receipt complete(CompletionKey key, String result, String by) {
    return settle(key, by, ToolOutcome.Succeeded::new, result);
  }

  /// The call has not happened, or not as it should.
  ///
  /// @param reason what the model is to read
  /// @param by who says so
  public Receipt fail(CompletionKey key, String reason, String by) {
    return settle(key, by, ToolOutcome.Failed::new, reason);
  }

  private Receipt settle(
      CompletionKey key, String by, Function<Text, ToolOutcome> outcome, String words) {
    var session = key.session();
    var row = archive.session(session);
    if (row.isEmpty()) {
      return Receipt.NOT_OPEN;
    }
    var state = archive.state(row.get());
    var call = state.call(key.effect());
    if (call.isEmpty()) {
      return Receipt.NOT_OPEN;
    }
    var text = limit(key, state, call.get()).cut(Text.of(words));
    var labels = engine().redactor().finds(words) ? List.of(Label.SECRET) : List.<Label>of();
    var input = new Input.CompletionGiven(key.effect(), outcome.apply(text), labels, by);
    return switch (Delivery.of(drover, session, input)) {
      case Delivery.Counted _ -> Receipt.COUNTED;
      case Delivery.Ignored _, Delivery.NotAllowed _ -> Receipt.NOT_OPEN;
      case Delivery.LeftInInbox _ -> Receipt.LEFT_IN_INBOX;
    };
  }

  /// As the tool has it, where the tool is known.
  private OutputLimit limit(CompletionKey key, SessionState state, OpenCall call) {
    var agent = engine().agent(state.profile().agent());
    int bytes =
        Optional.ofNullable(agent)
            .map(AgentSpec::tools)
            .flatMap(tools -> tools.find(call.planned().call().tool()))
            .map(entry -> entry.spec().outputLimit())
            .orElse(ToolSpec.DEFAULT_OUTPUT_LIMIT);
    var artifacts = new ToolArtifacts(key.session(), engine().storeroom());
    return new OutputLimit(bytes, engine().texts(), artifacts);
  }

  private String read(Text text) {
    return engine().texts().read(text);
  }

  private Engine engine() {
    return drover.engine();
  }

  /// What became of a completion.
  public enum Receipt {
    COUNTED,
    /// Nobody waits for it: the call has ended, or was cancelled, or was given up, or there is no
    /// such one.
    NOT_OPEN,
    /// It is durable and will be taken by whoever drives the session next.
    LEFT_IN_INBOX
  }
}
