package dev.drover.cli;

import dev.drover.cli.command.AcpCommand;
import dev.drover.cli.command.ApprovalsCommand;
import dev.drover.cli.command.ApproveCommand;
import dev.drover.cli.command.CancelCommand;
import dev.drover.cli.command.ChatCommand;
import dev.drover.cli.command.CliCommand;
import dev.drover.cli.command.DemoCommand;
import dev.drover.cli.command.DenyCommand;
import dev.drover.cli.command.DiffCommand;
import dev.drover.cli.command.DoctorCommand;
import dev.drover.cli.command.EventsCommand;
import dev.drover.cli.command.ExportCommand;
import dev.drover.cli.command.ForkSessionCommand;
import dev.drover.cli.command.McpCommand;
import dev.drover.cli.command.ModelsCommand;
import dev.drover.cli.command.PolicyCommand;
import dev.drover.cli.command.ReplayCommand;
import dev.drover.cli.command.ResumeCommand;
import dev.drover.cli.command.RulesCommand;
import dev.drover.cli.command.RunCommand;
import dev.drover.cli.command.RunsCommand;
import dev.drover.cli.command.SessionCostCommand;
import dev.drover.cli.command.SessionsCommand;
import dev.drover.cli.command.ShowCommand;
import dev.drover.cli.command.TrustCommand;
import dev.drover.cli.command.UndoRunCommand;
import java.util.List;

/// All commands, in the order in which the help lists them.
final class CliCommands {
  /// Related commands under one heading.
  record Group(String title, List<CliCommand> commands) {}

  static final List<Group> GROUPS =
      List.of(
          new Group(
              "Start here", List.of(new DemoCommand(), new DoctorCommand(), new ModelsCommand())),
          new Group(
              "Work",
              List.of(
                  new RunCommand(),
                  new ChatCommand(),
                  new AcpCommand(),
                  new ResumeCommand(),
                  new CancelCommand(),
                  new ForkSessionCommand(),
                  new UndoRunCommand())),
          new Group("Serve", List.of(new McpCommand())),
          new Group(
              "Answer",
              List.of(
                  new ApprovalsCommand(),
                  new ApproveCommand(),
                  new DenyCommand(),
                  new RulesCommand(),
                  new PolicyCommand(),
                  new TrustCommand())),
          new Group(
              "Look",
              List.of(
                  new SessionsCommand(),
                  new RunsCommand(),
                  new ShowCommand(),
                  new SessionCostCommand(),
                  new DiffCommand(),
                  new EventsCommand(),
                  new ReplayCommand(),
                  new ExportCommand())));

  static final List<CliCommand> ALL =
      GROUPS.stream().flatMap(group -> group.commands().stream()).toList();

  private CliCommands() {}
}
