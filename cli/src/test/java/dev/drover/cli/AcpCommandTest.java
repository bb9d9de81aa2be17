package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `drover acp`, as a real process.
@Tag("H2")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class AcpCommandTest {
  private static final String ASK = "session/request_permission";

  @TempDir Path place;

  private Path home;
  private Path folder;

  @BeforeEach
  void makeFolders() throws IOException {
    home = Files.createDirectories(place.resolve("home")).toRealPath();
    folder = Files.createDirectories(place.resolve("project")).toRealPath();
  }

  private String script(String text) throws IOException {
    return Files.writeString(home.resolve("s.yaml"), text).toString();
  }

  @Test
  void onlyTheProtocolIsOnStandardOutputAndTheEndOfInputEndsTheProcess() throws Exception {
    try (var editor = new EditorProcess(home, "--verbose", "--script", script(CliScripts.WRITE))) {
      var session = editor.open(folder);
      int prompt = editor.prompt(session, "write");
      editor.choose(editor.await(ASK), "allow_once");
      assertThat(editor.answer(prompt).path("result").path("stopReason").asString())
          .isEqualTo("end_turn");
      assertThat(folder.resolve("note.txt")).hasContent("hello");
      assertThat(folder.resolve(".drover/drover.db")).exists();
      assertThat(editor.end()).isZero();
    }
  }

  @Test
  @Tag("A13")
  void aKilledSessionIsLoadedWithItsPastAndGoesOn() throws Exception {
    var script = script(CliScripts.WRITE);
    String session;
    try (var editor = new EditorProcess(home, "--script", script)) {
      session = editor.open(folder);
      editor.prompt(session, "write");
      editor.await(ASK);
      editor.kill();
    }
    try (var editor = new EditorProcess(home, "--script", script)) {
      editor.call("initialize", "{'protocolVersion':1}");
      int load =
          editor.send(
              "session/load", "{'sessionId':'%s','cwd':'%s','mcpServers':[]}", session, folder);
      var prompt =
          editor.await(
              message ->
                  message
                      .path("params")
                      .path("update")
                      .path("sessionUpdate")
                      .asString("")
                      .equals("user_message_chunk"));
      assertThat(prompt.toString()).contains("\"write\"");
      assertThat(editor.answer(load).has("result")).isTrue();
      editor.choose(editor.await(ASK), "allow_once");
      editor.await(_ -> editor.text().endsWith("Done."));
      assertThat(folder.resolve("note.txt")).hasContent("hello");
      assertThat(editor.end()).isZero();
    }
  }

  @Test
  void theEndOfInputDoesNotWaitForACommand() throws Exception {
    Files.createDirectories(home.resolve(".config/drover"));
    Files.writeString(home.resolve(".config/drover/config.yaml"), "allow: [bash]");
    var script =
        script(
            "turns: [ {calls: [ {tool: bash, args: {command: \"trap '' TERM; touch begun; sleep"
                + " 600\"}} ]} ]");
    try (var editor = new EditorProcess(home, "--script", script)) {
      editor.prompt(editor.open(folder), "wait");
      editor.await(message -> message.toString().contains("in_progress"));
      assertThat(editor.end()).isZero();
    }
  }

  @Test
  @Tag("J4")
  void anUntrustedFolderGrantsNothingAndThePersonIsTold() throws Exception {
    Files.writeString(folder.resolve("drover.yaml"), "allow: [write]");
    try (var editor = new EditorProcess(home, "--script", script(CliScripts.WRITE))) {
      var session = editor.open(folder);
      editor.prompt(session, "write");
      editor.await(ASK);
      assertThat(editor.text()).contains("folder_untrusted").contains("allow of drover.yaml");
    }
  }

  @Test
  void theConfigurationOfThePersonApplies() throws Exception {
    Files.createDirectories(home.resolve(".config/drover"));
    Files.writeString(home.resolve(".config/drover/config.yaml"), "approve: auto");
    try (var editor = new EditorProcess(home, "--script", script(CliScripts.WRITE))) {
      editor.call("initialize", "{'protocolVersion':1}");
      var opened =
          editor.call("session/new", "{'cwd':'%s','mcpServers':[]}", folder).path("result");
      assertThat(opened.path("modes").path("currentModeId").asString()).isEqualTo("auto");
      var end = editor.answer(editor.prompt(opened.path("sessionId").asString(), "write"));
      assertThat(end.path("result").path("stopReason").asString()).isEqualTo("end_turn");
      assertThat(folder.resolve("note.txt")).hasContent("hello");
    }
  }

  @Test
  void whatIsMissingIsNamedWithItsRemedyAndTheEditorCanTryAgain() throws Exception {
    try (var editor = new EditorProcess(home)) {
      editor.call("initialize", "{'protocolVersion':1}");
      var error = editor.call("session/new", "{'cwd':'%s','mcpServers':[]}", folder).path("error");
      assertThat(error.path("message").asString()).startsWith("no_model: no model was chosen");
      assertThat(editor.call("session/list", "{}").path("result").path("sessions").size()).isZero();
      assertThat(editor.errors()).doesNotContain("\tat ");
    }
  }

  @Test
  void aSessionOfAnotherFolderIsRefused() throws Exception {
    var store = home.resolve("all.db").toString();
    try (var editor =
        new EditorProcess(home, "--store", store, "--script", script(CliScripts.WRITE))) {
      var session = editor.open(folder);
      editor.call("session/close", "{'sessionId':'%s'}", session);
      var error =
          editor
              .call("session/load", "{'sessionId':'%s','cwd':'%s','mcpServers':[]}", session, home)
              .path("error");
      assertThat(error.path("message").asString()).startsWith("workspace_differs");
      var listed = editor.call("session/list", "{'cwd':'%s'}", folder).path("result");
      assertThat(listed.path("sessions").path(0).path("sessionId").asString()).isEqualTo(session);
      assertThat(editor.call("session/delete", "{'sessionId':'%s'}", session).has("result"))
          .isTrue();
      assertThat(editor.call("session/list", "{}").path("result").path("sessions").size()).isZero();
    }
  }
}
