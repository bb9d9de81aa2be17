package dev.drover.mcp.server.agent;

import dev.drover.Approvals;
import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.SessionId;
import dev.drover.mcp.server.agent.RequestStateSeal.AwaitedRun;
import dev.drover.mcp.server.agent.RequestStateSeal.Origin;
import dev.drover.mcp.server.protocol.FeatureOutcome;
import dev.drover.mcp.server.protocol.McpErrors;
import dev.drover.mcp.server.protocol.McpRequest;
import dev.drover.mcp.server.protocol.ProtocolEra;
import dev.drover.problem.WaitEnded.WaitInterrupted;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.watch.EventStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Follows a run for a client: reports progress, passes questions on, returns the result.
///
/// What becomes of the run when the client does not wait any more: a cancelled request cancels it;
/// so does a modern client that closes its stream, unless it gave a key, which says that it will
/// come back. In all other cases the run goes on and can be found again.
///
/// Safe for use by any thread.
final class RunFollower {
  private static final Duration PATIENCE = Duration.ofMillis(500);

  /// Calls of one turn ask one after another: they are shown together.
  private static final Duration COLLECTING = Duration.ofMillis(50);

  private final Drover drover;
  private final ApprovalForm form;
  private final RequestStateSeal seal;
  private final @Nullable FixedAnswer fixed;

  /// Answers every question without a person.
  ///
  /// @param by as it is recorded
  record FixedAnswer(ApprovalAnswer answer, String by) {}

  RunFollower(Drover drover, RequestStateSeal seal, @Nullable FixedAnswer fixed) {
    this.drover = drover;
    this.form = new ApprovalForm(drover.queries());
    this.seal = seal;
    this.fixed = fixed;
  }

  /// One call of a client.
  ///
  /// @param mayReturn whether the client gave a key, and so can find the run again
  record Call(McpRequest request, Origin origin, boolean mayReturn) {}

  /// @throws RpcErrorException if the client asks for what it may not
  FeatureOutcome follow(Call call, Run run)
      throws RpcErrorException, IOException, InterruptedException {
    try (var events = run.events()) {
      return follow(call, run, events);
    } catch (WaitInterrupted interrupted) {
      Thread.interrupted();
      end(call, run);
      throw new InterruptedException("the request has ended");
    } catch (IOException gone) {
      end(call, run);
      throw gone;
    }
  }

  private void end(Call call, Run run) {
    boolean isCancelled =
        switch (call.request().link().ending()) {
          case CANCELLED -> true;
          case DISCONNECTED -> call.request().era() == ProtocolEra.MODERN && !call.mayReturn();
          case NONE, STOPPED -> false;
        };
    if (isCancelled) {
      var _ =
          drover.cancel(
              run.session(), run.id(), call.request().principal(), "cancelled by the MCP client");
    }
  }

  private FeatureOutcome follow(Call call, Run run, EventStream events) throws IOException {
    var progress = new ProgressReporter(call.request());
    boolean isQuiet = false;
    while (true) {
      var next = events.next(isQuiet ? PATIENCE : COLLECTING);
      isQuiet = next.isEmpty();
      if (next.isPresent()) {
        progress.report(next.get());
      } else if (run.status().isTerminal()) {
        return ToolResults.ended(run.session(), run.await());
      } else if (events.isAtEnd()) {
        throw new IOException("the runtime was closed");
      } else {
        var open = questions(run.session());
        if (!open.isEmpty() && !answeredAtOnce(open)) {
          var outcome = ask(call, run, open);
          if (outcome != null) {
            return outcome;
          }
        }
      }
    }
  }

  private boolean answeredAtOnce(List<ApprovalRow> open) {
    if (fixed == null) {
      return false;
    }
    for (var row : open) {
      var _ = drover.approvals().answer(row.id(), fixed.answer(), fixed.by());
    }
    return true;
  }

  /// @return null if the run still has other work
  private @Nullable FeatureOutcome ask(Call call, Run run, List<ApprovalRow> open) {
    if (call.request().canAnswer("elicitation")) {
      return required(call, run, open);
    }
    return run.status() == RunStatus.WAITING
        ? ToolResults.waiting(run.session(), run.id(), open)
        : null;
  }

  private FeatureOutcome required(Call call, Run run, List<ApprovalRow> open) {
    var requests = RpcJson.object();
    var ids = new ArrayList<ApprovalId>();
    for (var row : open) {
      requests.set(row.id().toString(), form.question(row));
      ids.add(row.id());
    }
    var state = seal.seal(call.origin(), new AwaitedRun(run.session(), run.id(), ids));
    return new FeatureOutcome.InputRequired(requests, state);
  }

  /// The open questions of a session and of those below it.
  private List<ApprovalRow> questions(SessionId session) {
    var all = drover.queries().approvals();
    if (all.isEmpty()) {
      return List.of();
    }
    var family = new HashSet<SessionId>();
    addFamily(session, family);
    return all.stream().filter(row -> family.contains(row.id().session())).toList();
  }

  private void addFamily(SessionId session, Set<SessionId> family) {
    if (family.add(session)) {
      drover.queries().children(session).stream()
          .map(SessionRow::session)
          .forEach(child -> addFamily(child, family));
    }
  }

  /// Takes the answers of a client.
  ///
  /// @return null if the run goes on; else what the client gets instead of its result
  /// @throws RpcErrorException if one of the questions was answered before
  @Nullable FeatureOutcome answer(Call call, AwaitedRun awaited, @Nullable ObjectNode responses)
      throws RpcErrorException {
    var approvals = drover.approvals();
    for (var id : awaited.approvals()) {
      var open = approvals.open().stream().filter(row -> row.id().equals(id)).findFirst();
      if (open.isEmpty()) {
        throw answeredBefore(approvals, awaited, id);
      }
    }
    boolean isLeft = false;
    for (var row : questions(awaited.session())) {
      var response = responses == null ? null : responses.get(row.id().toString());
      if (awaited.approvals().contains(row.id()) && response != null) {
        switch (form.read(row, response)) {
          case ApprovalForm.Reply.Given(var answer) -> give(call, awaited, row, answer);
          case ApprovalForm.Reply.Later _ -> isLeft = true;
          case ApprovalForm.Reply.Missing _ -> {}
        }
      }
    }
    return isLeft
        ? ToolResults.waiting(awaited.session(), awaited.run(), questions(awaited.session()))
        : null;
  }

  private void give(Call call, AwaitedRun awaited, ApprovalRow row, ApprovalAnswer answer)
      throws RpcErrorException {
    var by = call.request().principal();
    switch (drover.approvals().answer(row.id(), answer, by)) {
      case COUNTED, LEFT_IN_INBOX -> {}
      case ANSWERED_BEFORE, NOT_OPEN -> throw answeredBefore(drover.approvals(), awaited, row.id());
      case NOT_ALLOWED ->
          throw McpErrors.invalidParams(
              "%s may not answer %s; it is still open".formatted(by, row.id()));
      case TOO_LATE ->
          throw McpErrors.invalidParams(
              "the time to answer %s is over; the call is not made".formatted(row.id()));
    }
  }

  private static RpcErrorException answeredBefore(
      Approvals approvals, AwaitedRun awaited, ApprovalId id) {
    var who =
        approvals
            .answered(id)
            .map(given -> "was answered by %s at %s".formatted(given.by(), given.at()))
            .orElse("is no longer open");
    return McpErrors.invalidParams(
        "requestState is refused: %s %s. Call drover_result with session %s"
            .formatted(id, who, awaited.session()));
  }
}
