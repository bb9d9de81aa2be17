package dev.drover.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.SessionId;
import dev.drover.watch.Cursor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an editor sees of a prompt and its run.
@Tag("H2")
class AcpPromptTest {
  @TempDir Path folder;

  private Event.RunAccepted prompted(EditorFixture host, String session) {
    return host.drover.queries().page(new Cursor(new SessionId(session), 0), 100).items().stream()
        .map(item -> item.event())
        .filter(Event.RunAccepted.class::isInstance)
        .map(Event.RunAccepted.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void thoughtsAndTextAreStreamedBeforeTheAnswerAndThePromptIsNotEchoed() {
    try (var host = new EditorFixture("turns: [ {reasoning: Hm., text: It is noon.} ]");
        var editor = host.connect()) {
      var session = editor.open(folder);
      assertThat(editor.prompt(session, "What time is it?")).isEqualTo("end_turn");
      assertThat(editor.text()).isEqualTo("It is noon.");
      assertThat(
              editor
                  .updates("agent_thought_chunk")
                  .getFirst()
                  .path("content")
                  .path("text")
                  .asString())
          .isEqualTo("Hm.");
      assertThat(editor.updates("user_message_chunk")).isEmpty();
      assertThat(editor.updates("session_info_update").getFirst().path("title").asString())
          .isEqualTo("What time is it?");
      assertThat(editor.all().getLast().has("result")).isTrue();
    }
  }

  @Test
  void aCallHasKindStatusDiffAndLocation() throws IOException {
    Files.writeString(folder.resolve("a.txt"), "one\n");
    var script =
        """
        turns:
          - calls: [ {tool: edit, args: {path: a.txt, old: one, new: two}} ]
          - calls: [ {tool: write, args: {path: b/c.txt, content: "new\\n"}} ]
          - text: Done.
        """;
    try (var host = new EditorFixture(script);
        var editor = host.connect()) {
      var session = editor.open(folder);
      editor.result("session/set_mode", "{'sessionId':'%s','modeId':'auto'}", session);
      assertThat(editor.prompt(session, "Edit.")).isEqualTo("end_turn");
      var call = editor.updates("tool_call").getFirst();
      assertThat(call.path("kind").asString()).isEqualTo("edit");
      assertThat(call.path("title").asString()).isEqualTo("Edit a.txt");
      assertThat(call.path("status").asString()).isEqualTo("pending");
      assertThat(call.path("rawInput").path("new").asString()).isEqualTo("two");
      var changes =
          editor.updates("tool_call_update").stream()
              .filter(update -> update.path("toolCallId").equals(call.path("toolCallId")))
              .toList();
      assertThat(changes.getFirst().path("status").asString()).isEqualTo("in_progress");
      var end = changes.getLast();
      assertThat(end.path("status").asString()).isEqualTo("completed");
      assertThat(end.path("locations").path(0).path("path").asString())
          .isEqualTo(folder.resolve("a.txt").toString());
      var diff = end.path("content").path(0);
      assertThat(diff.path("type").asString()).isEqualTo("diff");
      assertThat(diff.path("oldText").asString()).isEqualTo("one\n");
      assertThat(diff.path("newText").asString()).isEqualTo("two\n");
      var created = editor.updates("tool_call_update").getLast().path("content").path(0);
      assertThat(created.has("oldText")).isFalse();
      assertThat(created.path("path").asString()).isEqualTo(folder.resolve("b/c.txt").toString());
    }
  }

  @Test
  void theDiffOfAFileThatWasChangedSinceIsReplayedAsItWas() throws IOException {
    Files.writeString(folder.resolve("a.txt"), "one\n");
    var script =
        "turns: [ {calls: [ {tool: edit, args: {path: a.txt, old: one, new: two}} ]}, {text: Done.}"
            + " ]";
    try (var host = new EditorFixture(script);
        var editor = host.connect()) {
      var session = editor.open(folder);
      editor.result("session/set_mode", "{'sessionId':'%s','modeId':'auto'}", session);
      editor.prompt(session, "Edit.");
      Files.writeString(folder.resolve("a.txt"), "three\n");
      int before = editor.updates("tool_call_update").size();
      editor.result(
          "session/load", "{'sessionId':'%s','cwd':'%s','mcpServers':[]}", session, folder);
      var all = editor.updates("tool_call_update");
      var diff = all.getLast().path("content").path(0);
      assertThat(all).hasSizeGreaterThan(before);
      assertThat(diff.path("newText").asString()).isEqualTo("two\n");
    }
  }

  @Test
  void theTodoListIsThePlan() {
    var script =
        """
        turns:
          - calls: [ {tool: todo, args: {items: [ {text: look, status: done}, {text: edit, status: doing}, {text: test, status: open} ]}} ]
          - text: Planned.
        """;
    try (var host = new EditorFixture(script);
        var editor = host.connect()) {
      editor.prompt(editor.open(folder), "Plan.");
      var entries = editor.updates("plan").getFirst().path("entries");
      assertThat(entries.valueStream().map(each -> each.path("status").asString()))
          .containsExactly("completed", "in_progress", "pending");
      assertThat(entries.path(1).path("content").asString()).isEqualTo("edit");
    }
  }

  @Test
  void imagesResourcesAndMentionsBecomeAttachmentsAndLinks() {
    try (var host = new EditorFixture("turns: [ {text: Seen.} ]");
        var editor = host.connect()) {
      var session = editor.open(folder);
      var blocks =
          """
          [{'type':'text','text':'Compare '},\
          {'type':'resource_link','name':'a.txt','uri':'file://%s/a.txt#L3:5'},\
          {'type':'text','text':' with '},\
          {'type':'resource','resource':{'uri':'file:///etc/hosts','text':'127.0.0.1 here','mimeType':'text/plain'}},\
          {'type':'image','data':'iVBORw0KGgo=','mimeType':'image/png'}]\
          """
              .formatted(folder);
      editor.result("session/prompt", "{'sessionId':'%s','prompt':%s}", session, blocks);
      var prompt = prompted(host, session).prompt();
      assertThat(host.drover.queries().read(prompt.text()))
          .isEqualTo("Compare [@a.txt](a.txt#L3:5) with [@hosts](/etc/hosts)");
      assertThat(prompt.media().stream().map(each -> each.type() + " " + each.name()))
          .containsExactly("text/plain /etc/hosts", "image/png ");
    }
  }

  @Test
  void aPromptThatCannotBeReadIsRefusedAndNothingIsSent() {
    try (var host = new EditorFixture("turns: [ {text: Seen.} ]");
        var editor = host.connect()) {
      var session = editor.open(folder);
      for (var wrong :
          List.of(
              "[]",
              "[{'type':'text','text':' '}]",
              "[{'type':'image','data':'%','mimeType':'image/png'}]",
              "[{'type':'image','data':'iVBORw0KGgo=','mimeType':'image/x-unknown/y'}]",
              "[{'type':'hologram'}]",
              "'text'")) {
        var error = editor.call("session/prompt", "{'sessionId':'%s','prompt':%s}", session, wrong);
        assertThat(error.path("error").path("code").asInt()).as(wrong).isEqualTo(-32602);
      }
      assertThat(host.drover.queries().runs(new SessionId(session))).isEmpty();
      assertThat(editor.prompt(session, "Now")).isEqualTo("end_turn");
    }
  }

  @Test
  void commandsAreOfferedAndCarriedOut() {
    try (var host = new EditorFixture("turns: [ {text: Hello.} ]");
        var editor = host.connect()) {
      var session = editor.open(folder);
      editor.prompt(session, "Hi");
      var offered =
          editor.updates("available_commands_update").getFirst().path("availableCommands");
      var names = offered.valueStream().map(each -> each.path("name").asString()).toList();
      assertThat(names).contains("clear", "compact", "undo").doesNotContain("fork");
      assertThat(editor.prompt(session, "/clear")).isEqualTo("end_turn");
      assertThat(host.drover.queries().snapshot(new SessionId(session)).messages()).isEmpty();
      assertThat(editor.prompt(session, "/claer")).isEqualTo("end_turn");
      assertThat(editor.text()).contains("there is no command /claer").contains("/clear");
    }
  }

  @Test
  void aPathAtTheBeginningIsNoCommand() {
    try (var host = new EditorFixture("turns: [ {text: I see.} ]");
        var editor = host.connect()) {
      var session = editor.open(folder);
      assertThat(editor.prompt(session, "/etc/hosts is broken")).isEqualTo("end_turn");
      assertThat(editor.text()).isEqualTo("I see.");
    }
  }

  @Test
  @Tag("J7")
  void aCutReplyIsReportedAsCutAndAnEmptyOneAsEmpty() {
    try (var host = new EditorFixture("turns: [ {text: Once upon, stop: length}, {text: \"\"} ]");
        var editor = host.connect()) {
      var session = editor.open(folder);
      assertThat(editor.prompt(session, "Tell a story.")).isEqualTo("max_tokens");
      assertThat(editor.text()).startsWith("Once upon").contains("The answer was cut");
      assertThat(editor.prompt(session, "And?")).isEqualTo("end_turn");
      assertThat(editor.text()).contains("[The answer is empty.]");
    }
  }

  @Test
  @Tag("J7")
  void limitsAndRefusalsHaveTheirOwnStopReasons() {
    var looking =
        "turns: [ {calls: [ {tool: ls, args: {}} ]}, {calls: [ {tool: ls, args: {path: .}} ]},"
            + " {text: Enough.} ]";
    try (var host = new EditorFixture(looking).with(agent -> agent.maxTurns(1));
        var editor = host.connect()) {
      assertThat(editor.prompt(editor.open(folder), "Look.")).isEqualTo("max_turn_requests");
      assertThat(editor.text()).contains("out_of_turns");
    }
    try (var host = new EditorFixture("turns: [ {text: No., stop: refused} ]");
        var editor = host.connect()) {
      assertThat(editor.prompt(editor.open(folder), "Do it.")).isEqualTo("refusal");
    }
  }

  @Test
  void aFailedRunIsAnErrorWithItsRemedyAndTheSessionIsUsable() {
    try (var host =
            new EditorFixture(
                "{turns: [ {text: Hello.}, {text: Never.} ], faults: {2: [ {status: 401} ]}}");
        var editor = host.connect()) {
      var session = editor.open(folder);
      assertThat(editor.prompt(session, "Hi")).isEqualTo("end_turn");
      var error = editor.answer(editor.sendPrompt(session, "And?")).path("error");
      assertThat(error.path("message").asString()).isNotEmpty();
      assertThat(error.path("data").path("remedy").asString()).isNotEmpty();
      assertThat(editor.prompt(session, "/clear")).isEqualTo("end_turn");
      assertThat(editor.prompt(session, "Again")).isEqualTo("end_turn");
    }
  }

  @Test
  @Tag("I2")
  void theTextOfABrokenAttemptIsRetracted() {
    var script =
        "{turns: [ {text: Hello.}, {text: It is noon.} ], faults: {2: [ {cut: after-text} ]}}";
    try (var host = new EditorFixture(script);
        var editor = host.connect()) {
      var session = editor.open(folder);
      editor.prompt(session, "Hi");
      int prompt = editor.sendPrompt(session, "What time is it?");
      var mark =
          editor.await(
              message -> EditorClient.update(message).path("_meta").has("drover/retracts"));
      host.time.advance(Duration.ofMinutes(5));
      assertThat(editor.stopReason(prompt)).isEqualTo("end_turn");
      var failed = EditorClient.update(mark).path("_meta").path("drover/retracts").asString();
      var chunks = editor.updates("agent_message_chunk");
      assertThat(chunks.get(1).path("messageId").asString()).isEqualTo(failed);
      assertThat(chunks.getLast().path("messageId").asString()).isNotEqualTo(failed);
      assertThat(editor.text()).contains("is void").endsWith("It is noon.");
    }
  }

  @Test
  void twoSessionsAtOnceDoNotMix() {
    try (var host = new EditorFixture("turns: [ {pause: 1m, text: Hello.} ]");
        var editor = host.connect()) {
      var one = editor.open(folder);
      var two =
          editor
              .result("session/new", "{'cwd':'%s','mcpServers':[]}", folder)
              .path("sessionId")
              .asString();
      int first = editor.sendPrompt(one, "Hi");
      int second = editor.sendPrompt(two, "Hi");
      editor.await(
          message ->
              message.toString().contains("agent_message_chunk")
                  && message.path("params").path("sessionId").asString().equals(two));
      editor.notify("session/cancel", "{'sessionId':'%s'}", one);
      assertThat(editor.stopReason(first)).isEqualTo("cancelled");
      assertThat(host.drover.queries().session(new SessionId(two)).orElseThrow().running())
          .isNotNull();
      editor.notify("session/cancel", "{'sessionId':'%s'}", two);
      assertThat(editor.stopReason(second)).isEqualTo("cancelled");
    }
  }
}
