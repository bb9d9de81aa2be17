package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `drover doctor` names missing protections.
class ProtectionCheckupTest {
  @TempDir Path folder;

  @Test
  @Tag("J4")
  void overlyPermissiveSettingsAreReported() {
    var cli = new CliFixture(folder);
    cli.writeAtHome(".config/drover/config.yaml", "allow: [bash]\napprove: auto\n");
    assertThat(cli.call("doctor").out())
        .contains("protection     approve is auto")
        .contains("protection     allow bash covers lines that nobody can read");
  }

  @Test
  void aRuleForParseableCommandLinesIsNotReportedAsAGap() {
    var cli = new CliFixture(folder);
    cli.writeAtHome(".config/drover/config.yaml", "allow: [\"bash(*)\"]\n");
    assertThat(cli.call("doctor").out()).doesNotContain("allow bash").doesNotContain("approve is");
  }

  @Test
  @Tag("D12")
  void aStoreReadableByOthersIsReported() throws IOException {
    var cli = new CliFixture(folder);
    cli.write("hi.yaml", "turns: [ {text: Hi.} ]");
    cli.call("run", "--script", "hi.yaml", "hello");
    var store = cli.folder().resolve(".drover/drover.db");
    Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(cli.call("doctor").out()).contains("protection     other users of this machine");
  }
}
