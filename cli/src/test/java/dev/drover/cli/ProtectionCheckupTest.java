package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `drover doctor` names what is not protected here.
class ProtectionCheckupTest {
  @TempDir Path folder;

  @Test
  @Tag("J4")
  void settingsThatAllowTooMuchAreNamed() {
    var desk = new Desk(folder);
    desk.writeAtHome(".config/drover/config.yaml", "allow: [bash]\napprove: auto\n");
    assertThat(desk.call("doctor").out())
        .contains("protection     approve is auto")
        .contains("protection     allow bash covers lines that nobody can read");
  }

  @Test
  void aRuleForLinesThatCanBeReadIsNoGap() {
    var desk = new Desk(folder);
    desk.writeAtHome(".config/drover/config.yaml", "allow: [\"bash(*)\"]\n");
    assertThat(desk.call("doctor").out()).doesNotContain("allow bash").doesNotContain("approve is");
  }

  @Test
  @Tag("D12")
  void aStoreThatOthersCanReadIsNamed() throws IOException {
    var desk = new Desk(folder);
    desk.write("hi.yaml", "turns: [ {text: Hi.} ]");
    desk.call("run", "--script", "hi.yaml", "hello");
    var store = desk.folder().resolve(".drover/drover.db");
    Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(desk.call("doctor").out()).contains("protection     other users of this machine");
  }
}
