package dev.drover.cli.command;

import dev.drover.cli.command.Finding.Health;
import dev.drover.cli.config.Closest;
import dev.drover.cli.config.FolderTrust;
import dev.drover.cli.config.Key;
import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Host;
import dev.drover.cli.screen.JsonLine;
import dev.drover.tools.sandbox.Sandbox;
import dev.drover.tools.sandbox.SandboxReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Says what is there and what is missing.
public final class DoctorCommand implements Command {
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
  public Syntax syntax() {
    return Syntax.of(Syntax.NO_WORDS);
  }

  @Override
  public ExitCode run(Call call) {
    var findings = new ArrayList<Finding>();
    findings.add(jdk());
    findings.add(StoreCheckup.of(call));
    findings.add(configuration(call));
    findings.add(shell(call.host()));
    var sandbox = Sandbox.ofThisMachine().report();
    findings.add(sandbox(sandbox));
    findings.addAll(ProtectionCheckup.of(call, sandbox));
    findings.addAll(ModelCheckup.of(call));
    findings.forEach(finding -> print(call, finding));
    return findings.stream().anyMatch(finding -> finding.health() == Health.BAD)
        ? ExitCode.FAILED
        : ExitCode.COMPLETED;
  }

  private static void print(Call call, Finding finding) {
    switch (call.view()) {
      case JSON ->
          call.out()
              .json(
                  new JsonLine()
                      .with("check", finding.check())
                      .with("health", finding.health().name().toLowerCase(Locale.ROOT))
                      .with("detail", finding.detail()));
      case READABLE, QUIET -> {
        var look = call.look();
        var sign =
            switch (finding.health()) {
              case OK -> look.green(look.signs().good());
              case NOTE -> look.yellow("!");
              case BAD -> look.red(look.signs().bad());
            };
        call.out().line(sign, " %-14s %s".formatted(finding.check(), finding.detail()));
      }
    }
  }

  private static Finding jdk() {
    return new Finding(
        "JDK", Health.OK, "%s at %s".formatted(Runtime.version(), System.getProperty("java.home")));
  }

  private static Finding configuration(Call call) {
    var files = new ArrayList<String>();
    var settings = call.settings().workspace().resolve("drover.yaml");
    if (Files.isRegularFile(settings)) {
      files.add(settings.toString());
    }
    call.host()
        .personalFolder()
        .map(folder -> folder.resolve("config.yaml"))
        .filter(Files::isRegularFile)
        .ifPresent(file -> files.add(file.toString()));
    var known = new ArrayList<>(Key.variables());
    known.addAll(OWN_VARIABLES);
    for (var name : call.host().environment().keySet()) {
      if (name.startsWith("DROVER_") && !known.contains(name)) {
        return new Finding(
            "configuration",
            Health.NOTE,
            "%s in the environment means nothing; did you mean %s?"
                .formatted(name, Closest.to(name, known)));
      }
    }
    if (call.configuration().trust().status() == FolderTrust.Status.UNTRUSTED) {
      return new Finding(
          "configuration",
          Health.NOTE,
          "not all of %s counts: the folder is not trusted ('drover trust --show')"
              .formatted(call.settings().workspace()));
    }
    return new Finding(
        "configuration", Health.OK, files.isEmpty() ? "no files" : String.join(", ", files));
  }

  private static Finding shell(Host host) {
    return isOnPath(host, "bash")
        ? new Finding("shell", Health.OK, "bash")
        : new Finding("shell", Health.NOTE, "no bash on the PATH: the tool bash will not work");
  }

  private static Finding sandbox(SandboxReport report) {
    return switch (report) {
      case SandboxReport.Works(var program, var protections) ->
          new Finding("sandbox", Health.OK, program + ": " + String.join("; ", protections));
      case SandboxReport.IsMissing(var why) ->
          new Finding(
              "sandbox",
              Health.NOTE,
              "none: commands run with your rights, so they are asked for first (%s)"
                  .formatted(why));
    };
  }

  private static boolean isOnPath(Host host, String program) {
    for (var folder : host.variable("PATH").split(":", -1)) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return false;
  }
}
