package dev.drover.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.mcp.McpServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What an editor may ask for outside of a prompt.
@Tag("H2")
class AcpConnectionTest {
  private static final String GREETING = "turns: [ {text: Hello.}, {text: Again.} ]";

  @TempDir Path folder;

  private final EditorFixture host = new EditorFixture(GREETING);
  private final EditorClient editor = host.connect();

  @AfterEach
  void end() {
    editor.close();
    host.close();
  }

  private static List<String> ids(JsonNode sessions) {
    return sessions.valueStream().map(each -> each.path("sessionId").asString()).toList();
  }

  @Test
  void everyVersionIsAnsweredWithOne() {
    assertThat(editor.result("initialize", "{'protocolVersion':65535}").path("protocolVersion"))
        .hasToString("1");
    assertThat(editor.result("initialize", "{'protocolVersion':0}").path("protocolVersion"))
        .hasToString("1");
  }

  @Test
  void aVersionThatIsNoNumberIsRefused() {
    assertThat(editor.error("initialize", "{'protocolVersion':'2025'}").path("message").asString())
        .isEqualTo("protocolVersion must be an integer");
  }

  @Test
  void idsAreEchoedAsTheyAre() {
    editor.line(
        "{\"jsonrpc\":\"2.0\",\"id\":\"a-7\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":1}}");
    assertThat(editor.await(message -> message.has("result")).path("id")).hasToString("\"a-7\"");
    editor.line(
        "{\"jsonrpc\":\"2.0\",\"id\":9007199254740993,\"method\":\"initialize\",\"params\":{\"protocolVersion\":1}}");
    assertThat(editor.await(message -> message.has("result")).path("id"))
        .hasToString("9007199254740993");
  }

  @Test
  void notificationsAreNeverAnswered() {
    editor.notify("_vendor/hint", "{}");
    editor.notify("session/cancel", "{'sessionId':'s-none'}");
    editor.notify("session/prompt", "{}");
    editor.initialize();
    assertThat(editor.all()).hasSize(1);
  }

  @Test
  void unknownRequestsAndBrokenLinesAreAnsweredAndTheConnectionIsUsable() {
    assertThat(editor.error("_vendor/question", "{}").path("code").asInt()).isEqualTo(-32601);
    editor.line("{ this is no JSON");
    assertThat(editor.await(message -> message.has("error")).path("error").path("code").asInt())
        .isEqualTo(-32700);
    editor.initialize();
  }

  @Test
  void sessionsNeedInitialize() {
    assertThat(
            editor
                .error("session/new", "{'cwd':'%s','mcpServers':[]}", folder)
                .path("message")
                .asString())
        .isEqualTo("send initialize first");
  }

  @Test
  void thereIsNothingToAuthenticate() {
    var answer = editor.result("initialize", "{'protocolVersion':1}");
    assertThat(answer.path("authMethods").size()).isZero();
    assertThat(editor.error("authenticate", "{'methodId':'x'}").path("message").asString())
        .contains("nothing to authenticate");
  }

  @Test
  void theFolderMustBeAbsoluteAndExist() {
    editor.initialize();
    assertThat(
            editor.error("session/new", "{'cwd':'src','mcpServers':[]}").path("message").asString())
        .isEqualTo("cwd must be an absolute path, not 'src'");
    assertThat(
            editor
                .error("session/new", "{'cwd':'%s/none','mcpServers':[]}", folder)
                .path("message")
                .asString())
        .contains("is not a folder");
    assertThat(
            editor
                .error(
                    "session/new",
                    "{'cwd':'%s','mcpServers':[],'additionalDirectories':['/tmp']}",
                    folder)
                .path("message")
                .asString())
        .contains("additionalDirectories are not supported");
  }

  @Test
  void theFolderIsTheWorkspaceOfTheSession() {
    var session = editor.open(folder);
    assertThat(host.drover.queries().session(new SessionId(session)).orElseThrow().workspace())
        .isEqualTo(folder.toString());
  }

  @Test
  void aNewSessionIsAnsweredBeforeItsFirstUpdate() {
    editor.open(folder);
    editor.awaitUpdate("available_commands_update");
    var methods =
        editor.all().stream().map(each -> each.path("method").asString("answer")).toList();
    assertThat(methods).containsExactly("answer", "answer", "session/update");
  }

  @Test
  void serversOfTheEditorAreGivenToTheHost() {
    var capabilities =
        editor
            .result("initialize", "{'protocolVersion':1,'clientCapabilities':{}}")
            .path("agentCapabilities")
            .path("mcpCapabilities");
    assertThat(capabilities.path("http").asBoolean()).isTrue();
    assertThat(capabilities.path("sse").asBoolean()).isFalse();
    editor.result(
        "session/new",
        "{'cwd':'%s','mcpServers':[{'name':'My Tickets!','command':'x','args':['y'],"
            + "'env':[{'name':'A','value':'b'}]},"
            + "{'type':'http','name':'web','url':'https://example.com/mcp','headers':[]}]}",
        folder);
    assertThat(host.editorServers())
        .extracting(McpServer::name)
        .containsExactly("My-Tickets", "web");
    assertThat(host.editorServers().getFirst().transport())
        .isEqualTo(new McpServer.Transport.Stdio(List.of("x", "y"), Map.of("A", "b"), null));
  }

  @Test
  void aServerOfTheEditorThatCannotBeConnectedIsReported() {
    editor.initialize();
    editor.result(
        "session/new",
        "{'cwd':'%s','mcpServers':[{'type':'sse','name':'old','url':'https://example.com',"
            + "'headers':[]}]}",
        folder);
    var warning = editor.awaitUpdate("agent_message_chunk");
    assertThat(EditorClient.update(warning).path("content").path("text").asString())
        .contains("the MCP server old of the editor is not connected");
    assertThat(host.editorServers()).isEmpty();
  }

  @Test
  void warningsOfTheHostAreNoticesWhereTheEditorShowsThem() {
    host.warning("folder_untrusted: rules are ignored");
    editor.result(
        "initialize", "{'protocolVersion':1,'clientCapabilities':{'session':{'notices':{}}}}");
    editor.result("session/new", "{'cwd':'%s','mcpServers':[]}", folder);
    var notice = EditorClient.update(editor.awaitUpdate("notice"));
    assertThat(notice.path("severity").asString()).isEqualTo("warning");
    assertThat(notice.path("description").asString()).contains("rules are ignored");
  }

  @Test
  void loadingReplaysEverythingBeforeItsAnswer() {
    var session = editor.open(folder);
    editor.prompt(session, "Hi");
    editor.result("session/close", "{'sessionId':'%s'}", session);
    int before = editor.all().size();
    editor.result("session/load", "{'sessionId':'%s','cwd':'%s','mcpServers':[]}", session, folder);
    var replayed =
        editor.all().subList(before, editor.all().size() - 1).stream()
            .map(EditorClient::update)
            .filter(update -> update.has("content"))
            .map(
                update ->
                    update.path("sessionUpdate").asString()
                        + ": "
                        + update.path("content").path("text").asString())
            .toList();
    assertThat(replayed).containsExactly("user_message_chunk: Hi", "agent_message_chunk: Hello.");
    assertThat(editor.prompt(session, "And?")).isEqualTo("end_turn");
    assertThat(editor.text()).isEqualTo("Hello.Hello.Again.");
  }

  @Test
  void resumingReplaysNothing() {
    var session = editor.open(folder);
    editor.prompt(session, "Hi");
    editor.result("session/close", "{'sessionId':'%s'}", session);
    int before = editor.all().size();
    editor.result("session/resume", "{'sessionId':'%s','cwd':'%s'}", session, folder);
    assertThat(editor.all()).hasSize(before + 1);
    assertThat(editor.prompt(session, "And?")).isEqualTo("end_turn");
    assertThat(editor.text()).isEqualTo("Hello.Again.");
  }

  @Test
  void aSessionThatDoesNotExistIsNotFound() {
    editor.initialize();
    for (var id : List.of("s-none", "not an id")) {
      assertThat(
              editor
                  .error(
                      "session/load", "{'sessionId':'%s','cwd':'%s','mcpServers':[]}", id, folder)
                  .path("code")
                  .asInt())
          .isEqualTo(-32002);
    }
    assertThat(
            editor
                .error("session/prompt", "{'sessionId':'s-none','prompt':[]}")
                .path("code")
                .asInt())
        .isEqualTo(-32002);
  }

  @Test
  void sessionsAreListedByFolderInPages() {
    editor.initialize();
    var newest = "";
    for (int i = 0; i < 51; i++) {
      newest =
          editor
              .result("session/new", "{'cwd':'%s','mcpServers':[]}", folder)
              .path("sessionId")
              .asString();
      host.time.advance(Duration.ofSeconds(1));
    }
    var first = editor.result("session/list", "{'cwd':'%s'}", folder);
    assertThat(ids(first.path("sessions"))).hasSize(50).startsWith(newest);
    var second =
        editor.result(
            "session/list",
            "{'cwd':'%s','cursor':'%s'}",
            folder,
            first.path("nextCursor").asString());
    assertThat(ids(second.path("sessions"))).hasSize(1);
    assertThat(second.has("nextCursor")).isFalse();
    assertThat(editor.result("session/list", "{'cwd':'/elsewhere'}").path("sessions").size())
        .isZero();
    assertThat(editor.error("session/list", "{'cursor':'x'}").path("code").asInt())
        .isEqualTo(-32602);
  }

  @Test
  void aClosedSessionTakesNoPromptAndADeletedOneIsGone() {
    var session = editor.open(folder);
    editor.prompt(session, "Hi");
    editor.result("session/close", "{'sessionId':'%s'}", session);
    assertThat(editor.error("session/close", "{'sessionId':'%s'}", session).path("code").asInt())
        .isEqualTo(-32002);
    editor.result("session/delete", "{'sessionId':'%s'}", session);
    assertThat(editor.result("session/list", "{}").path("sessions").size()).isZero();
    assertThat(
            editor
                .error(
                    "session/load",
                    "{'sessionId':'%s','cwd':'%s','mcpServers':[]}",
                    session,
                    folder)
                .path("code")
                .asInt())
        .isEqualTo(-32002);
  }

  @Test
  void anOpenSessionCanBeDeleted() {
    var session = editor.open(folder);
    editor.prompt(session, "Hi");
    editor.result("session/delete", "{'sessionId':'%s'}", session);
    assertThat(host.drover.queries().sessions()).isEmpty();
  }

  @Test
  void aModeThatDoesNotExistIsRefused() {
    var session = editor.open(folder);
    editor.result("session/set_mode", "{'sessionId':'%s','modeId':'auto'}", session);
    assertThat(
            editor
                .error("session/set_mode", "{'sessionId':'%s','modeId':'yolo'}", session)
                .path("message")
                .asString())
        .isEqualTo("there is no mode 'yolo'; use ask, auto or deny");
  }
}
