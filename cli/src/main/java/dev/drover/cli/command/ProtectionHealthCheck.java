package dev.drover.cli.command;

import dev.drover.cli.command.DoctorFinding.Health;
import dev.drover.cli.config.ApprovalMode;
import dev.drover.cli.config.Settings;
import dev.drover.policy.Policy;
import dev.drover.policy.Rule;
import dev.drover.tools.sandbox.SandboxReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Missing protections on this machine with these settings. docs/SECURITY.md has the general ones.
final class ProtectionHealthCheck {
  private static final Set<PosixFilePermission> OF_OTHERS =
      Set.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private ProtectionHealthCheck() {}

  /// One finding per gap, or one that reports that none was found.
  static List<DoctorFinding> of(CliInvocation call, SandboxReport sandbox) {
    var gaps = new ArrayList<String>();
    var settings = call.loadSettings();
    switch (sandbox) {
      case SandboxReport.Works _ -> {}
      case SandboxReport.IsMissing _ ->
          gaps.add(
              "without a sandbox a command that is allowed can read and change all your files,"
                  + " use the network and talk to every local service");
    }
    addGapsOfRules(settings, gaps);
    if (settings.store().server() == null && isOpenToOthers(settings.store().file())) {
      gaps.add(
          "other users of this machine can read %s; the next run closes it to them"
              .formatted(settings.store().file()));
    }
    if (call.environment().personalFolder().isEmpty()) {
      gaps.add("neither HOME nor XDG_CONFIG_HOME names a folder: no rules of yours are read");
    }
    return gaps.isEmpty()
        ? List.of(
            new DoctorFinding("protection", Health.OK, "no gap found; limits: docs/SECURITY.md"))
        : gaps.stream().map(gap -> new DoctorFinding("protection", Health.NOTE, gap)).toList();
  }

  private static void addGapsOfRules(Settings settings, List<String> gaps) {
    var policy = settings.agent().policy();
    if (settings.approve() == ApprovalMode.AUTO) {
      gaps.add("approve is auto: every call is approved without a person");
    }
    if (policy.otherwise() == Policy.Default.ALLOW) {
      gaps.add("the default is allow: whatever no rule is about is done unasked");
    }
    policy.allow().stream()
        .filter(rule -> rule.about() instanceof Rule.About.Everything)
        .filter(rule -> rule.tool().equals("bash") || rule.tool().endsWith("*"))
        .forEach(
            rule ->
                gaps.add(
                    "allow %s covers lines that nobody can read before they run; bash(*) covers"
                            .formatted(rule)
                        + " only those that can be read"));
    if (policy.flow() == Policy.Flow.OPEN) {
      gaps.add("flow is off: data that was read from a secret file can be sent away unasked");
    }
  }

  private static boolean isOpenToOthers(Path store) {
    try {
      return Files.exists(store)
          && Files.getPosixFilePermissions(store).stream().anyMatch(OF_OTHERS::contains);
    } catch (IOException | UnsupportedOperationException unknown) {
      return false;
    }
  }
}
