package dev.drover.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.SessionId;
import dev.drover.task.Subagent;
import dev.drover.watch.Cursor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Questions to the person at the editor.
@Tag("H2")
@Tag("E3")
class AcpPermissionTest {
  private static final String ASK = "session/request_permission";
  private static final String WRITES =
      """
      turns:
        - calls: [ {tool: write, args: {path: a.txt, content: "one\\n"}} ]
        - calls: [ {tool: write, args: {path: a.txt, content: "two\\n"}} ]
        - text: Done.
      """;

  @TempDir Path folder;

  private static List<ToolOutcome> outcomes(EditorFixture host, String session) {
    return events(host, session)
        .filter(Event.ToolSettled.class::isInstance)
        .map(event -> ((Event.ToolSettled) event).outcome())
        .toList();
  }

  private static Stream<Event> events(EditorFixture host, String session) {
    return host.drover.queries().page(new Cursor(new SessionId(session), 0), 500).items().stream()
        .map(item -> item.event());
  }

  private static List<String> options(JsonNode question) {
    return question
        .path("params")
        .path("options")
        .valueStream()
        .map(option -> option.path("optionId").asString() + " " + option.path("kind").asString())
        .toList();
  }

  @Test
  void onceIsAskedAgainAndForTheSessionIsNot() {
    try (var host = new EditorFixture(WRITES);
        var editor = host.connect()) {
      var session = editor.open(folder);
      int prompt = editor.sendPrompt(session, "Write.");
      var first = editor.await(ASK);
      assertThat(options(first))
          .containsExactly(
              "allow_once allow_once",
              "allow_session allow_always",
              "allow_always allow_always",
              "reject reject_once",
              "reject_and_stop reject_once");
      editor.choose(first, "allow_once");
      editor.choose(editor.await(ASK), "allow_session");
      assertThat(editor.stopReason(prompt)).isEqualTo("end_turn");
      assertThat(folder.resolve("a.txt")).hasContent("two");
      assertThat(host.drover.grants().list()).isEmpty();
      int again = editor.sendPrompt(session, "/clear");
      editor.stopReason(again);
      assertThat(editor.prompt(session, "Write.")).as("nothing is asked").isEqualTo("end_turn");
    }
  }

  @Test
  void alwaysAddsARuleThatHoldsInOtherSessions() {
    try (var host = new EditorFixture(WRITES);
        var editor = host.connect()) {
      var session = editor.open(folder);
      int prompt = editor.sendPrompt(session, "Write.");
      editor.choose(editor.await(ASK), "allow_always");
      assertThat(editor.stopReason(prompt)).isEqualTo("end_turn");
      assertThat(host.drover.grants().list()).hasSize(1);
      var other =
          editor
              .result("session/new", "{'cwd':'%s','mcpServers':[]}", folder)
              .path("sessionId")
              .asString();
      assertThat(editor.prompt(other, "Write.")).isEqualTo("end_turn");
    }
  }

  @Test
  void aRejectedCallIsNotMadeAndTheRunGoesOn() {
    try (var host = new EditorFixture(WRITES);
        var editor = host.connect()) {
      var session = editor.open(folder);
      int prompt = editor.sendPrompt(session, "Write.");
      editor.choose(editor.await(ASK), "reject");
      editor.choose(editor.await(ASK), "allow_once");
      assertThat(editor.stopReason(prompt)).isEqualTo("end_turn");
      assertThat(outcomes(host, session).getFirst()).isEqualTo(new ToolOutcome.Denied("ada", ""));
      assertThat(folder.resolve("a.txt")).hasContent("two");
    }
  }

  @Test
  void rejectAndStopEndsTheRun() {
    try (var host = new EditorFixture(WRITES);
        var editor = host.connect()) {
      var session = editor.open(folder);
      int prompt = editor.sendPrompt(session, "Write.");
      editor.choose(editor.await(ASK), "reject_and_stop");
      assertThat(editor.stopReason(prompt)).isEqualTo("cancelled");
      assertThat(folder.resolve("a.txt")).doesNotExist();
    }
  }

  @Test
  void aDismissedQuestionAnErrorAndAForeignAnswerAreANo() {
    var script =
        """
        turns:
          - calls: [ {tool: write, args: {path: a.txt, content: one}} ]
          - calls: [ {tool: write, args: {path: b.txt, content: one}} ]
          - calls: [ {tool: write, args: {path: c.txt, content: one}} ]
          - text: Done.
        """;
    try (var host = new EditorFixture(script);
        var editor = host.connect()) {
      var session = editor.open(folder);
      int prompt = editor.sendPrompt(session, "Write.");
      editor.reply(editor.await(ASK), "{'outcome':{'outcome':'cancelled'}}");
      var second = editor.await(ASK);
      editor.line(
          EditorClient.quoted(
              "{'jsonrpc':'2.0','id':%s,'error':{'code':-32601,'message':'no such method'}}",
              second.path("id")));
      editor.choose(editor.await(ASK), "please");
      assertThat(editor.stopReason(prompt)).isEqualTo("end_turn");
      assertThat(outcomes(host, session)).allMatch(ToolOutcome.Denied.class::isInstance).hasSize(3);
      assertThat(folder).isEmptyDirectory();
    }
  }

  @Test
  @Tag("J5")
  void theQuestionShowsTheWholeCallWithInvisibleCharactersMarked() {
    var text = "x".repeat(20_000) + "\u202Eend";
    var script =
        "turns: [ {calls: [ {tool: write, args: {path: a.txt, content: \"%s\"}} ]}, {text: Done.} ]"
            .formatted(text);
    try (var host = new EditorFixture(script);
        var editor = host.connect()) {
      var session = editor.open(folder);
      int prompt = editor.sendPrompt(session, "Write.");
      var question = editor.await(ASK);
      var shown = question.path("params").path("toolCall").path("content").toString();
      assertThat(shown).contains("x".repeat(20_000)).contains("⟨U+202E⟩end");
      assertThat(question.path("params").path("toolCall").path("kind").asString())
          .isEqualTo("edit");
      editor.choose(question, "reject");
      editor.stopReason(prompt);
    }
  }

  @Test
  void anEditorThatIsGoneLeavesTheQuestionOpenAndALaterOneIsAskedAgain() {
    try (var host = new EditorFixture(WRITES)) {
      String session;
      try (var editor = host.connect()) {
        session = editor.open(folder);
        editor.sendPrompt(session, "Write.");
        editor.await(ASK);
      }
      assertThat(host.drover.approvals().open()).hasSize(1);
      try (var editor = host.connect()) {
        editor.initialize();
        editor.result("session/resume", "{'sessionId':'%s','cwd':'%s'}", session, folder);
        editor.choose(editor.await(ASK), "allow_session");
        editor.await(message -> editor.text().equals("Done."));
      }
      assertThat(folder.resolve("a.txt")).hasContent("two");
    }
  }

  @Test
  @Tag("J5")
  void aQuestionThatWasAnsweredElsewhereIsTakenBackAndALateAnswerIsRefused() {
    try (var host = new EditorFixture(WRITES);
        var editor = host.connect()) {
      var session = editor.open(folder);
      int prompt = editor.sendPrompt(session, "Write.");
      var question = editor.await(ASK);
      var open = host.drover.approvals().open().getFirst();
      host.drover
          .approvals()
          .answer(open.id(), new ApprovalAnswer.Yes(ApprovalAnswer.Scope.SESSION), "bob");
      var withdrawn = editor.await("$/cancel_request");
      assertThat(withdrawn.path("params").path("requestId")).isEqualTo(question.path("id"));
      assertThat(editor.stopReason(prompt)).isEqualTo("end_turn");
      editor.choose(question, "reject");
      assertThat(host.drover.approvals().answered(open.id()).orElseThrow().by()).isEqualTo("bob");
      assertThat(folder.resolve("a.txt")).hasContent("two");
    }
  }

  @Test
  void modesAnswerInThePlaceOfThePerson() {
    try (var host = new EditorFixture(WRITES);
        var editor = host.connect()) {
      var session = editor.open(folder);
      editor.result("session/set_mode", "{'sessionId':'%s','modeId':'deny'}", session);
      assertThat(editor.prompt(session, "Write.")).isEqualTo("end_turn");
      assertThat(folder).isEmptyDirectory();
      editor.prompt(session, "/clear");
      editor.result("session/set_mode", "{'sessionId':'%s','modeId':'auto'}", session);
      assertThat(editor.prompt(session, "Write.")).isEqualTo("end_turn");
      assertThat(Files.exists(folder.resolve("a.txt"))).isTrue();
      var answers =
          events(host, session)
              .filter(Event.ApprovalAnswered.class::isInstance)
              .map(event -> ((Event.ApprovalAnswered) event).by())
              .distinct();
      assertThat(answers).containsExactly("mode deny", "mode auto");
    }
  }

  @Test
  void theQuestionOfATaskIsPutToTheSamePerson() {
    var script =
        """
        turns:
          - calls: [ {tool: task, args: {agent: general, prompt: Write it.}} ]
          - text: Done.
        agents:
          general:
            - calls: [ {tool: write, args: {path: a.txt, content: one}} ]
            - text: Written.
        """;
    try (var host = new EditorFixture(script).with(agent -> agent.subagents(Subagent.standard()));
        var editor = host.connect()) {
      var session = editor.open(folder);
      int prompt = editor.sendPrompt(session, "Delegate.");
      var question = editor.await(ASK);
      assertThat(question.path("params").path("sessionId").asString()).isEqualTo(session);
      assertThat(question.path("params").path("toolCall").path("title").asString())
          .isEqualTo("Write a.txt");
      editor.choose(question, "allow_once");
      assertThat(editor.stopReason(prompt)).isEqualTo("end_turn");
      assertThat(folder.resolve("a.txt")).hasContent("one");
    }
  }
}
