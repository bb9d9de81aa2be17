package dev.drover.acp;

import dev.drover.Approvals;
import dev.drover.Approvals.Receipt;
import dev.drover.acp.update.EditorCallContent;
import dev.drover.acp.update.EditorCallView;
import dev.drover.acp.update.EditorCallView.CallKind;
import dev.drover.acp.update.EditorUpdate.PersonNotified;
import dev.drover.acp.update.EditorUpdate.Severity;
import dev.drover.acp.wire.UpdateJson;
import dev.drover.jsonrpc.RpcCall;
import dev.drover.jsonrpc.RpcCancelledException;
import dev.drover.jsonrpc.RpcClosedException;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.jsonrpc.RpcTimeout;
import dev.drover.jsonrpc.RpcTimeoutException;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ApprovalAnswer.OnDenial;
import dev.drover.kernel.message.ApprovalAnswer.Scope;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.DroverException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// Puts questions to the person at the editor. The question itself is in the store: if the editor
/// is gone, it stays open there, and can be answered elsewhere or when the session is opened again.
///
/// [#put] and [#settled] belong to the thread that follows the session; each answer is waited for
/// by a thread of its own.
final class PermissionRequests {
  private static final Logger LOG = LoggerFactory.getLogger(PermissionRequests.class);
  private static final String ONCE = "allow_once";
  private static final String SESSION = "allow_session";
  private static final String ALWAYS = "allow_always";
  private static final String REJECT = "reject";
  private static final String STOP = "reject_and_stop";

  /// A person may take days.
  private static final RpcTimeout PATIENCE = RpcTimeout.of(Duration.ofDays(3650));

  private final SessionUpdates updates;
  private final Approvals approvals;
  private final EditorHost host;
  private final BooleanSupplier isCancelling;
  private final Map<ApprovalId, RpcCall> open = new ConcurrentHashMap<>();
  private final Set<ApprovalId> unsettled = ConcurrentHashMap.newKeySet();

  /// @param grant the rule that an approval for the session or for always adds; may be empty
  /// @param preview what is approved, whole
  record Question(ApprovalId id, EditorCallView call, String why, String grant, String preview) {}

  /// @param isCancelling whether the editor has cancelled the run that asks
  PermissionRequests(
      SessionUpdates updates, Approvals approvals, EditorHost host, BooleanSupplier isCancelling) {
    this.updates = updates;
    this.approvals = approvals;
    this.host = host;
    this.isCancelling = isCancelling;
  }

  /// Puts a question, unless it is put already: an open question is found in the store and among
  /// the events.
  void put(Question question, PermissionMode mode) {
    if (!unsettled.add(question.id())) {
      return;
    }
    switch (mode) {
      case ASK -> ask(question);
      case AUTO -> background(() -> answer(question, new ApprovalAnswer.Yes(Scope.ONCE), mode));
      case DENY ->
          background(
              () ->
                  answer(
                      question,
                      new ApprovalAnswer.No("nobody may say yes in this mode", OnDenial.GO_ON),
                      mode));
    }
  }

  private void answer(Question question, ApprovalAnswer answer, PermissionMode mode) {
    approvals.answer(question.id(), answer, "mode " + mode.id());
  }

  private static void background(Runnable work) {
    Thread.ofVirtual()
        .name("acp-answer")
        .start(
            () -> {
              try {
                work.run();
              } catch (DroverException failed) {
                // The runtime or the session was closed: the question stays open in the store.
                LOG.warn("an answer was not recorded: {}", failed.problem());
              }
            });
  }

  private void ask(Question question) {
    var params = RpcJson.object().put("sessionId", updates.session().value());
    var content = new ArrayList<EditorCallContent>();
    content.add(new EditorCallContent.PlainText(host.visible(question.why())));
    if (!question.preview().isBlank()) {
      var language = question.call().description().kind() == CallKind.EDIT ? "diff" : "";
      content.add(new EditorCallContent.CodeText(host.visible(question.preview()), language));
    }
    params.set("toolCall", UpdateJson.asked(question.call(), content));
    params.set("options", options(question));
    try {
      var call = updates.peer().start("session/request_permission", params, PATIENCE);
      open.put(question.id(), call);
      background(() -> await(question, call));
    } catch (RpcException gone) {
      LOG.debug("a question could not be put", gone);
    }
  }

  private ArrayNode options(Question question) {
    var all = RpcJson.array();
    option(all, ONCE, "Allow once", "allow_once");
    if (!question.grant().isEmpty()) {
      var rule = host.visible(question.grant());
      option(all, SESSION, "Allow %s for this session".formatted(rule), "allow_always");
      option(all, ALWAYS, "Always allow %s".formatted(rule), "allow_always");
    }
    option(all, REJECT, "Reject", "reject_once");
    option(all, STOP, "Reject and stop", "reject_once");
    return all;
  }

  private static void option(ArrayNode all, String id, String name, String kind) {
    all.addObject().put("optionId", id).put("name", name).put("kind", kind);
  }

  private void await(Question question, RpcCall call) {
    Optional<ApprovalAnswer> answer;
    try {
      answer = read(call.await());
    } catch (RpcErrorException refused) {
      answer = no("the editor could not ask: " + refused.error().message());
    } catch (RpcClosedException | RpcCancelledException | RpcTimeoutException gone) {
      LOG.debug("question {} stays open", question.id(), gone);
      answer = Optional.empty();
    } catch (RpcException unanswered) {
      answer = Optional.empty();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      answer = Optional.empty();
    }
    open.remove(question.id(), call);
    answer.ifPresent(given -> record(question.id(), given));
  }

  /// @return empty if the answer is none, because the run is being cancelled
  private Optional<ApprovalAnswer> read(JsonNode result) {
    var outcome = result.path("outcome");
    if (!outcome.path("outcome").asString("").equals("selected")) {
      return isCancelling.getAsBoolean() ? Optional.empty() : no("the question was dismissed");
    }
    return switch (outcome.path("optionId").asString("")) {
      case ONCE -> Optional.of(new ApprovalAnswer.Yes(Scope.ONCE));
      case SESSION -> Optional.of(new ApprovalAnswer.Yes(Scope.SESSION));
      case ALWAYS -> Optional.of(new ApprovalAnswer.Yes(Scope.ALWAYS));
      case REJECT -> no("");
      case STOP -> Optional.of(new ApprovalAnswer.No("", OnDenial.STOP));
      default -> no("the editor gave an answer that was not offered");
    };
  }

  private static Optional<ApprovalAnswer> no(String reason) {
    return Optional.of(new ApprovalAnswer.No(reason, OnDenial.GO_ON));
  }

  private void record(ApprovalId question, ApprovalAnswer answer) {
    var receipt = approvals.answer(question, answer, host.user());
    var notice = notice(question, receipt);
    if (!notice.isEmpty()) {
      updates.send(new PersonNotified(Severity.WARNING, "Your answer did not count", notice));
    }
  }

  private String notice(ApprovalId question, Receipt receipt) {
    return switch (receipt) {
      case COUNTED, LEFT_IN_INBOX, NOT_OPEN -> "";
      case ANSWERED_BEFORE ->
          "it was answered before"
              + approvals.answered(question).map(first -> " by " + first.by()).orElse("");
      case NOT_ALLOWED -> "others were named to answer this; the run waits for them";
      case TOO_LATE -> "the time for an answer was over; the call is not made";
    };
  }

  /// Settles the questions of other sessions that are no longer open. Their events are not
  /// followed.
  ///
  /// @param all that are open
  void settleOthers(SessionId own, Set<ApprovalId> all) {
    for (var question : List.copyOf(unsettled)) {
      if (!question.session().equals(own) && !all.contains(question)) {
        settled(question);
      }
    }
  }

  /// The question has its answer, perhaps from elsewhere: the editor need not ask any longer.
  void settled(ApprovalId question) {
    unsettled.remove(question);
    var call = open.remove(question);
    if (call != null) {
      call.cancel("the question is settled");
    }
  }

  void settleAll() {
    open.keySet().forEach(this::settled);
  }
}
