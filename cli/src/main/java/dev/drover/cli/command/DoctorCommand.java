package dev.drover.cli.command;

import dev.drover.cli.command.DoctorFinding.Health;
import dev.drover.cli.config.ConfigurationKey;
import dev.drover.cli.config.FolderTrust;
import dev.drover.cli.config.NameSuggestion;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.JsonLine;
import dev.drover.tools.sandbox.Sandbox;
import dev.drover.tools.sandbox.SandboxReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Checks the installation and reports missing parts.
public final class DoctorCommand implements CliCommand {
  /// Variables of the launcher and of this program that are not settings.
  private static final List<String> OWN_VARIABLES = List.of("DROVER_NAME", "DROVER_WORKSPACE");

  public DoctorCommand() {}

  @Override
  public String name() {
    return "doctor";
  }

  @Override
  public String summary() {
    return "says what is there and what is missing";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.NO_WORDS);
  }

  @Override
  public ExitCode run(CliInvocation call) {
    var findings = new ArrayList<DoctorFinding>();
    findings.add(jdk());
    findings.add(StoreHealthCheck.of(call));
    findings.add(configuration(call));
    findings.add(shell(call.environment()));
    var sandbox = Sandbox.ofThisMachine().report();
    findings.add(sandbox(sandbox));
    findings.addAll(ProtectionHealthCheck.of(call, sandbox));
    findings.addAll(ModelHealthCheck.of(call));
    findings.addAll(McpHealthCheck.of(call));
    findings.forEach(finding -> print(call, finding));
    return findings.stream().anyMatch(finding -> finding.health() == Health.BAD)
        ? ExitCode.FAILED
        : ExitCode.COMPLETED;
  }

  private static void print(CliInvocation call, DoctorFinding finding) {
    switch (call.outputFormat()) {
      case JSON ->
          call.out()
              .json(
                  new JsonLine()
                      .with("check", finding.check())
                      .with("health", finding.health().name().toLowerCase(Locale.ROOT))
                      .with("detail", finding.detail()));
      case READABLE, QUIET -> {
        var style = call.style();
        var sign =
            switch (finding.health()) {
              case OK -> style.green(style.signs().good());
              case NOTE -> style.yellow("!");
              case BAD -> style.red(style.signs().bad());
            };
        call.out().line(sign, " %-14s %s".formatted(finding.check(), finding.detail()));
      }
    }
  }

  private static DoctorFinding jdk() {
    return new DoctorFinding(
        "JDK", Health.OK, "%s at %s".formatted(Runtime.version(), System.getProperty("java.home")));
  }

  private static DoctorFinding configuration(CliInvocation call) {
    var files = new ArrayList<String>();
    var settings = call.loadSettings().workspace().resolve("drover.yaml");
    if (Files.isRegularFile(settings)) {
      files.add(settings.toString());
    }
    call.environment()
        .personalFolder()
        .map(folder -> folder.resolve("config.yaml"))
        .filter(Files::isRegularFile)
        .ifPresent(file -> files.add(file.toString()));
    var known = new ArrayList<>(ConfigurationKey.variables());
    known.addAll(OWN_VARIABLES);
    for (var name : call.environment().environment().keySet()) {
      if (name.startsWith("DROVER_") && !known.contains(name)) {
        return new DoctorFinding(
            "configuration",
            Health.NOTE,
            "%s in the environment is not a setting; did you mean %s?"
                .formatted(name, NameSuggestion.to(name, known)));
      }
    }
    if (call.loadConfiguration().trust().status() == FolderTrust.Status.UNTRUSTED) {
      return new DoctorFinding(
          "configuration",
          Health.NOTE,
          "not all of %s counts: the folder is not trusted ('drover trust --show')"
              .formatted(call.loadSettings().workspace()));
    }
    return new DoctorFinding(
        "configuration", Health.OK, files.isEmpty() ? "no files" : String.join(", ", files));
  }

  private static DoctorFinding shell(CliEnvironment host) {
    return isOnPath(host, "bash")
        ? new DoctorFinding("shell", Health.OK, "bash")
        : new DoctorFinding(
            "shell", Health.NOTE, "no bash on the PATH: the tool bash will not work");
  }

  private static DoctorFinding sandbox(SandboxReport report) {
    return switch (report) {
      case SandboxReport.Works(var program, var protections) ->
          new DoctorFinding("sandbox", Health.OK, program + ": " + String.join("; ", protections));
      case SandboxReport.IsMissing(var why) ->
          new DoctorFinding(
              "sandbox",
              Health.NOTE,
              "none: commands run with your rights, so they are asked for first (%s)"
                  .formatted(why));
    };
  }

  private static boolean isOnPath(CliEnvironment host, String program) {
    for (var folder : host.variable("PATH").split(":", -1)) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return false;
  }
}
