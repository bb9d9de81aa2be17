package dev.drover.cli.command;

import dev.drover.cli.chat.Console;
import dev.drover.cli.chat.Pipe;
import dev.drover.cli.chat.Venue;
import dev.drover.cli.host.ExitCode;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Models;
import dev.drover.cli.work.Models.Supplied;
import dev.drover.files.CommandFiles;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.command.Commands;
import dev.drover.spi.model.Model;
import dev.drover.spi.secret.Redactor;
import dev.drover.spi.store.Catalog.SessionRow;

/// A conversation: at a terminal with a line editor, else a prompt a line from standard input.
public final class ChatCommand implements Command {
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
  public Syntax syntax() {
    return Syntax.of(Syntax.NO_WORDS, Option.SESSION).and(Option.AGENT);
  }

  @Override
  public ExitCode run(Call call) {
    TrustQuestion.putIfNeeded(call);
    var supplied = Models.of(call.settings(), call.host());
    var settings = supplied.settings();
    var model = supplied.model();
    try (var bench = Bench.open(settings, call.host().time())) {
      var id = Admission.session(call);
      bench.archive().session(id).ifPresent(row -> admit(call, bench, row, model));
      var agent = Agents.build(call, bench, id, supplied);
      var personal = call.host().personalFolder().map(folder -> folder.resolve("commands"));
      var files = CommandFiles.read(call.configuration().files(), personal.stream().toList());
      files.warnings().forEach(warning -> call.warn(warning));
      var commands = files.commands();
      try (var venue = venue(call, bench, id, supplied, commands)) {
        return new Chat(call.at(venue.host()), bench, venue, commands, id).talk(agent);
      }
    }
  }

  private static void admit(Call call, Bench bench, SessionRow row, Model model) {
    Admission.requireWorkspace(call, row);
    if (row.running() != null) {
      Admission.requireModel(row.session(), begunWith(bench, row.session()), model);
    }
  }

  private static String begunWith(Bench bench, SessionId session) {
    return bench.archive().state(session).ownModel();
  }

  /// Programs that read JSON have no use for a line editor.
  private static Venue venue(
      Call call, Bench bench, SessionId id, Supplied supplied, Commands commands) {
    if (!call.host().terminal().asks() || call.view() == View.JSON) {
      var interrupts = Driving.interrupts(call, id.value());
      return new Pipe(call.host().with(interrupts), interrupts);
    }
    var redactor = Redactor.OF_SHAPES.naming(supplied.settings().secrets());
    var names = commands.all().stream().map(command -> "/" + command.name()).toList();
    return Console.open(
        call.host(),
        new Console.Setup(bench.openTypedLines(), redactor, names, supplied.model().name()));
  }
}
