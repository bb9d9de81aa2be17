package dev.drover.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.SessionId;
import dev.drover.watch.Cursor;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Stopping what a prompt has started.
@Tag("H2")
@Tag("B4")
class AcpCancelTest {
  private static final String SLOW =
      "turns: [ {pause: 1m, text: \"Once upon a time there was\"}, {text: Again.} ]";

  @TempDir Path folder;

  @Test
  void aCancelledPromptShowsItsPartAndNothingAfterItsAnswer() {
    try (var host = new EditorFixture(SLOW);
        var editor = host.connect()) {
      var session = editor.open(folder);
      int prompt = editor.sendPrompt(session, "Tell a story.");
      editor.awaitUpdate("agent_message_chunk");
      editor.notify("session/cancel", "{'sessionId':'%s'}", session);
      assertThat(editor.stopReason(prompt)).isEqualTo("cancelled");
      int seen = editor.all().size();
      editor.result("session/list", "{}");
      assertThat(editor.all()).hasSize(seen + 1);
      assertThat(host.drover.queries().runs(new SessionId(session)).getFirst().status())
          .isEqualTo(RunStatus.CANCELLED);
    }
  }

  @Test
  void aCancelRightBehindThePromptIsNotLost() {
    try (var host = new EditorFixture(SLOW);
        var editor = host.connect()) {
      var session = editor.open(folder);
      for (int i = 0; i < 20; i++) {
        int prompt = editor.sendPrompt(session, "Tell a story.");
        editor.notify("session/cancel", "{'sessionId':'%s'}", session);
        assertThat(editor.stopReason(prompt)).isEqualTo("cancelled");
        editor.prompt(session, "/clear");
      }
    }
  }

  @Test
  void aCancelDoesNotStopTheNextPrompt() {
    try (var host = new EditorFixture("turns: [ {text: One.}, {text: Two.} ]");
        var editor = host.connect()) {
      var session = editor.open(folder);
      editor.prompt(session, "Hi");
      editor.notify("session/cancel", "{'sessionId':'%s'}", session);
      assertThat(editor.prompt(session, "And?")).isEqualTo("end_turn");
      assertThat(editor.text()).isEqualTo("One.Two.");
    }
  }

  @Test
  void aQuestionThatIsCancelledIsNoRefusal() {
    var script =
        "turns: [ {calls: [ {tool: write, args: {path: a.txt, content: one}} ]}, {text: Done.} ]";
    try (var host = new EditorFixture(script);
        var editor = host.connect()) {
      var session = editor.open(folder);
      int prompt = editor.sendPrompt(session, "Write.");
      var question = editor.await("session/request_permission");
      editor.notify("session/cancel", "{'sessionId':'%s'}", session);
      editor.reply(question, "{'outcome':{'outcome':'cancelled'}}");
      assertThat(editor.stopReason(prompt)).isEqualTo("cancelled");
      var outcomes =
          host.drover.queries().page(new Cursor(new SessionId(session), 0), 100).items().stream()
              .map(item -> item.event())
              .filter(Event.ToolSettled.class::isInstance)
              .map(event -> ((Event.ToolSettled) event).outcome());
      assertThat(outcomes).singleElement().isInstanceOf(ToolOutcome.Cancelled.class);
    }
  }

  @Test
  void aPromptCanBeCancelledByItsRequest() {
    try (var host = new EditorFixture(SLOW);
        var editor = host.connect()) {
      var session = editor.open(folder);
      int prompt = editor.sendPrompt(session, "Tell a story.");
      editor.awaitUpdate("agent_message_chunk");
      editor.notify("$/cancel_request", "{'requestId':%d}", prompt);
      assertThat(editor.stopReason(prompt)).isEqualTo("cancelled");
    }
  }

  @Test
  @Tag("B5")
  void closingASessionEndsItsPromptAsCancelled() {
    try (var host = new EditorFixture(SLOW);
        var editor = host.connect()) {
      var session = editor.open(folder);
      int prompt = editor.sendPrompt(session, "Tell a story.");
      editor.awaitUpdate("agent_message_chunk");
      int close = editor.send("session/close", "{'sessionId':'%s'}", session);
      assertThat(editor.stopReason(prompt)).isEqualTo("cancelled");
      assertThat(editor.answer(close).has("result")).isTrue();
      assertThat(host.drover.queries().session(new SessionId(session)).orElseThrow().running())
          .isNull();
    }
  }

  @Test
  void aPromptDuringARunWaitsAndIsCancelledWithIt() {
    try (var host = new EditorFixture(SLOW);
        var editor = host.connect()) {
      var session = editor.open(folder);
      int first = editor.sendPrompt(session, "Tell a story.");
      editor.awaitUpdate("agent_message_chunk");
      int second = editor.sendPrompt(session, "And another.");
      editor.notify("session/cancel", "{'sessionId':'%s'}", session);
      assertThat(editor.stopReason(first)).isEqualTo("cancelled");
      assertThat(editor.stopReason(second)).isEqualTo("cancelled");
    }
  }

  @Test
  @Tag("A13")
  void theEndOfInputLeavesTheRunAsItIs() {
    try (var host = new EditorFixture(SLOW)) {
      String session;
      try (var editor = host.connect()) {
        session = editor.open(folder);
        editor.sendPrompt(session, "Tell a story.");
        editor.awaitUpdate("agent_message_chunk");
      }
      assertThat(host.drover.queries().session(new SessionId(session)).orElseThrow().running())
          .isNotNull();
    }
  }
}
