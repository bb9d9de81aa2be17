package dev.drover.internal.approval;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.artifact.ToolArtifacts;
import dev.drover.internal.query.SessionActivity;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.run.InputDelivery;
import dev.drover.internal.tool.OutputLimit;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.OpenCall;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.DeferredCallKey;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Text;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tool.DeferredCalls;
import dev.drover.tool.DeferredCalls.DeferredCall;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Implements [DeferredCalls].
public final class StoredDeferredCalls implements DeferredCalls {
  private final DeferredCallServices services;
  private final StoredSessionQueries queries;

  /// @param queries the sessions whose calls are visible and may be completed
  public StoredDeferredCalls(DeferredCallServices services, StoredSessionQueries queries) {
    this.services = services;
    this.queries = queries;
  }

  @Override
  public Optional<DeferredCall> find(DeferredCallKey key) {
    nonNull(key, "key");
    return queries
        .session(key.session())
        .flatMap(row -> SessionActivity.deferred(key, queries.state(row), this::read));
  }

  @Override
  public List<DeferredCall> waiting() {
    return queries.unfinished().stream().flatMap(this::waiting).toList();
  }

  private Stream<DeferredCall> waiting(SessionRow row) {
    try {
      return SessionActivity.deferred(row.session(), queries.state(row), this::read).stream();
    } catch (SessionNotFound _) {
      // Deleted since it was listed, so the call is not open.
      return Stream.empty();
    }
  }

  @Override
  public Receipt complete(DeferredCallKey key, String result, String by) {
    nonNull(key, "key");
    nonNull(result, "result");
    nonNull(by, "by");
    return settle(key, by, ToolOutcome.Succeeded::new, result);
  }

  @Override
  public Receipt fail(DeferredCallKey key, String reason, String by) {
    nonNull(key, "key");
    nonNull(reason, "reason");
    nonNull(by, "by");
    return settle(key, by, ToolOutcome.Failed::new, reason);
  }

  private Receipt settle(
      DeferredCallKey key, String by, Function<Text, ToolOutcome> outcome, String words) {
    var session = key.session();
    var row = queries.session(session);
    if (row.isEmpty()) {
      return Receipt.NOT_OPEN;
    }
    var state = queries.state(row.get());
    var call = state.call(key.effect());
    if (call.isEmpty()) {
      return Receipt.NOT_OPEN;
    }
    var text = limit(key, state, call.get()).cut(Text.of(words));
    var labels = services.redactor().hasSecret(words) ? List.of(Label.SECRET) : List.<Label>of();
    var input = new Input.DeferredCallCompleted(key.effect(), outcome.apply(text), labels, by);
    return switch (services.deliveries().deliver(session, input)) {
      case InputDelivery.Counted _ -> Receipt.COUNTED;
      case InputDelivery.Ignored _, InputDelivery.NotAllowed _ -> Receipt.NOT_OPEN;
      case InputDelivery.LeftInInbox _ -> Receipt.LEFT_IN_INBOX;
    };
  }

  /// The limit of the tool, if the tool is known.
  private OutputLimit limit(DeferredCallKey key, SessionState state, OpenCall call) {
    var agent = services.agents().of(state);
    int bytes =
        Optional.ofNullable(agent)
            .map(AgentSpec::tools)
            .flatMap(tools -> tools.find(call.planned().call().tool()))
            .map(entry -> entry.spec().outputLimit())
            .orElse(ToolSpec.DEFAULT_OUTPUT_LIMIT);
    var artifacts = new ToolArtifacts(key.session(), services.artifacts());
    return new OutputLimit(bytes, services.texts(), artifacts);
  }

  private String read(Text text) {
    return services.texts().read(text);
  }
}
