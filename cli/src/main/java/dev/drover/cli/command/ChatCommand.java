package dev.drover.cli.command;

import dev.drover.cli.chat.ChatTerminal;
import dev.drover.cli.chat.InteractiveChatTerminal;
import dev.drover.cli.chat.PipedChatTerminal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.ModelResolver;
import dev.drover.cli.runtime.ModelResolver.ResolvedModel;
import dev.drover.files.CommandFiles;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.model.Model;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.store.Catalog.SessionRow;

/// A conversation: with a line editor on a terminal, otherwise one prompt per line from standard
/// input.
public final class ChatCommand implements CliCommand {
  public ChatCommand() {}

  @Override
  public String name() {
    return "chat";
  }

  @Override
  public String summary() {
    return "talks with the agent; Ctrl-C cancels a run, Ctrl-D leaves, /help lists commands";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.NO_WORDS, CommandOption.SESSION).and(CommandOption.AGENT);
  }

  @Override
  public ExitCode run(CliInvocation call) {
    TrustQuestion.putIfNeeded(call);
    var supplied = ModelResolver.of(call.loadSettings(), call.environment());
    var settings = supplied.settings();
    var model = supplied.model();
    try (var runtime = CliRuntime.open(settings, call.environment().time())) {
      var id = SessionPreconditions.session(call);
      runtime.queries().session(id).ifPresent(row -> admit(call, runtime, row, model));
      var agent = CliAgentFactory.build(call, runtime, id, supplied);
      var personal = call.environment().personalFolder().map(folder -> folder.resolve("commands"));
      var files = CommandFiles.read(call.loadConfiguration().files(), personal.stream().toList());
      files.warnings().forEach(warning -> call.warn(warning));
      var commands = files.commands();
      try (var terminal = terminal(call, runtime, id, supplied)) {
        return new ChatLoop(call.withEnvironment(terminal.host()), runtime, terminal, commands, id)
            .run(agent);
      }
    }
  }

  private static void admit(CliInvocation call, CliRuntime runtime, SessionRow row, Model model) {
    SessionPreconditions.requireWorkspace(call, row);
    if (row.running() != null) {
      SessionPreconditions.requireModel(row.session(), begunWith(runtime, row.session()), model);
    }
  }

  private static String begunWith(CliRuntime runtime, SessionId session) {
    return runtime.queries().snapshot(session).profile().runModel();
  }

  /// Programs that read JSON cannot use a line editor.
  private static ChatTerminal terminal(
      CliInvocation call, CliRuntime runtime, SessionId id, ResolvedModel supplied) {
    if (!call.environment().terminal().isInteractive()
        || call.outputFormat() == OutputFormat.JSON) {
      var interrupts = CliRunDriver.interrupts(call, id.value());
      return new PipedChatTerminal(call.environment().with(interrupts), interrupts);
    }
    var redactor = SecretRedactor.KNOWN_SHAPES.withValues(supplied.settings().secrets());
    return InteractiveChatTerminal.open(
        call.environment(),
        new InteractiveChatTerminal.Setup(
            runtime.openTypedLines(), redactor, supplied.model().name()));
  }
}
