package dev.drover.tools.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.tools.TestCall;
import dev.drover.tools.file.EditTool;
import dev.drover.tools.file.WriteTool;
import dev.drover.tools.patch.PatchTool;
import dev.drover.tools.sandbox.ShellOptions;
import dev.drover.tools.shell.BashTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A model sees masks in place of secrets, and writes them back.
@Tag("E9")
final class MaskedContentTest {
  private static final String TOKEN = "ghp" + "_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";
  private static final String FILE =
      "# settings\nGITHUB_TOKEN=%s\nDB_PASSWORD=hunter2hunter2\nMAIL_PASSWORD=s3cretWord99\n"
          .formatted(TOKEN);
  private static final String KEY =
      "-----BEGIN PRIVATE"
          + " KEY-----\nMIIEowIBAAKCAQEAyx8Zb2kL\n-----END PRIVATE"
          + " KEY-----\n";

  @TempDir Path workspace;

  @Test
  void writingAFileBackAsItWasShownKeepsItsSecrets() throws Exception {
    var file = given(FILE);
    var seen = SecretRedactor.KNOWN_SHAPES.redact(FILE);
    assertThat(seen).doesNotContain(TOKEN, "hunter2", "s3cret");

    write(seen.replace("# settings", "# the settings") + "PORT=80\n");

    assertThat(file).hasContent(FILE.replace("# settings", "# the settings") + "PORT=80\n");
  }

  @Test
  void anAmbiguousMaskIsRefused() throws Exception {
    var file = given(FILE);
    assertThat(refused("write", Map.of("path", ".env", "content", "X=[redacted password]\n")))
        .contains("[redacted password], a mask in place of a secret")
        .contains("'.env'");
    assertThat(file).hasContent(FILE);
  }

  @Test
  void aMaskInAnotherFileIsRefused() throws Exception {
    given(FILE);
    var call = Map.<String, Object>of("path", "b", "content", "a=[redacted github-token]\n");
    assertThat(refused("write", call)).contains("a mask in place of a secret");
    assertThat(workspace.resolve("b")).doesNotExist();
  }

  @Test
  void aFileThatContainsAMaskAsPlainTextCanBeWritten() throws Exception {
    var file = given("It shows [redacted password] then.\n");
    write("It shows [redacted password] now.\n");
    assertThat(file).hasContent("It shows [redacted password] now.\n");
  }

  @Test
  void anEditFindsTheSecretBehindTheMask() throws Exception {
    var file = given(FILE);
    TestCall.in(
            workspace,
            Map.of(
                "path", ".env",
                "old", "DB_PASSWORD=[redacted password]\nMAIL_PASSWORD=",
                "new", "# database\nDB_PASSWORD=[redacted password]\nMAIL_PASSWORD="))
        .answerOf(new EditTool());
    assertThat(file).hasContent(FILE.replace("DB_PASS", "# database\nDB_PASS"));
  }

  @Test
  void aPatchFindsTheSecretsBehindTheMasks() throws Exception {
    var file = given("a\n" + KEY + "token: " + TOKEN + "\nb\n");
    var answer =
        TestCall.in(
                workspace,
                Map.of(
                    "patch",
                    """
                    *** Begin Patch
                    *** Update File: .env
                    @@
                     [redacted private-key]
                    -token: [redacted github-token]
                    +token: [redacted github-token]
                    +other: 1
                    *** End Patch
                    """))
            .answerOf(new PatchTool());
    assertThat(file).hasContent("a\n" + KEY + "token: " + TOKEN + "\nother: 1\nb\n");
    assertThat(answer).doesNotContain(TOKEN);
  }

  @Test
  void aPatchThatOverwritesAFileKeepsItsSecret() throws Exception {
    var file = given("token: " + TOKEN + "\n");
    var patch =
        """
        *** Begin Patch
        *** Add File: .env
        +token: [redacted github-token]
        +other: 1
        *** End Patch
        """;
    TestCall.in(workspace, Map.of("patch", patch, "allowOverwrite", true))
        .answerOf(new PatchTool());
    assertThat(file).hasContent("token: " + TOKEN + "\nother: 1\n");
  }

  @Test
  void neitherTheAnswerNorThePreviewShowsAPartOfASecret() throws Exception {
    given("a\n" + KEY + "b\n");
    var call = TestCall.in(workspace, Map.of("path", ".env", "old", "\nb\n", "new", "\nc\n"));
    assertThat(new EditTool().preview(call)).contains("+c").doesNotContain("MIIEow");
    assertThat(call.answerOf(new EditTool())).contains("+c").doesNotContain("MIIEow");
  }

  @Test
  void aCommandWithAMaskRequiresApproval() {
    var bash = new BashTool(ShellOptions.DEFAULT);
    var call = TestCall.in(workspace, Map.of("command", "cat > .env <<E\nK=[redacted jwt]\nE"));
    assertThat(bash.escalation(call))
        .hasValueSatisfying(why -> assertThat(why).contains("[redacted jwt]"));
    assertThat(bash.escalation(TestCall.in(workspace, Map.of("command", "ls")))).isEmpty();
  }

  private Path given(String content) throws IOException {
    return Files.writeString(workspace.resolve(".env"), content);
  }

  private void write(String content) throws Exception {
    TestCall.in(workspace, Map.of("path", ".env", "content", content)).answerOf(new WriteTool());
  }

  private String refused(String tool, Map<String, Object> arguments) throws Exception {
    assertThat(tool).isEqualTo("write");
    var outcome = new WriteTool().call(TestCall.in(workspace, arguments));
    return ((Text.Inline) ((ToolOutcome.Failed) outcome).reason()).value();
  }
}
