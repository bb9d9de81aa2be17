package dev.drover.cli.command;

import dev.drover.cli.config.ConfiguredServer;
import dev.drover.cli.config.ConfiguredServers;
import dev.drover.cli.config.McpApprovals;
import dev.drover.cli.config.McpServerSettings;
import dev.drover.cli.config.McpServerSettings.Reach;
import dev.drover.cli.config.McpServerSettings.Source;
import dev.drover.cli.config.NameSuggestion;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.mcp.JsonServerFile;
import dev.drover.cli.mcp.McpServerCheck;
import dev.drover.cli.mcp.ResolvedServers;
import dev.drover.cli.mcp.ServerEntry;
import dev.drover.cli.mcp.ServerFile;
import dev.drover.cli.mcp.YamlServerFile;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.output.OutputTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// `drover mcp add`, `list`, `remove`, `test` and `approve`: the servers that the agent uses.
final class McpServerCommands {
  static final CommandOption ENV =
      new CommandOption(
          "--env",
          "NAME[=TEXT]",
          "with add: a variable for the program, passed on or set; may be given again",
          CommandOption.Times.ANY);
  static final CommandOption HEADER =
      new CommandOption(
          "--header",
          "'NAME: TEXT'",
          "with add: a header of each request; ${NAME} stands for a variable; may be given again",
          CommandOption.Times.ANY);
  static final CommandOption REVOKE =
      new CommandOption("--revoke", "", "with approve: the server is no longer approved");

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final List<String> WORDS = List.of("add", "list", "remove", "test", "approve");
  private static final String OWN_FILE = "config.yaml";

  private McpServerCommands() {}

  static ExitCode run(CliInvocation call) {
    for (var option : List.of(CommandOption.HTTP, CommandOption.PORT)) {
      if (call.arguments().has(option)) {
        throw useless(option, "serve, without words");
      }
    }
    var words = call.arguments().words();
    var word = words.getFirst();
    if (!word.equals("add")) {
      refuse(call, "mcp add", ENV, HEADER);
    }
    if (!word.equals("approve")) {
      refuse(call, "mcp approve", REVOKE);
    }
    return switch (word) {
      case "list" -> list(call, words);
      case "add" -> add(call, words);
      case "remove" -> remove(call, named(words));
      case "test" -> test(call, named(words));
      case "approve" -> approve(call, named(words));
      default ->
          throw CliRefusal.usage(
              "word_unknown",
              "there is no command 'drover mcp %s'".formatted(word),
              "Did you mean 'drover mcp %s'?".formatted(NameSuggestion.to(word, WORDS)));
    };
  }

  /// Options that have no meaning for a server.
  static void refuseOptions(CliInvocation call) {
    refuse(call, "mcp add", ENV, HEADER);
    refuse(call, "mcp approve", REVOKE);
  }

  private static void refuse(CliInvocation call, String where, CommandOption... options) {
    for (var option : options) {
      if (call.arguments().has(option) || !call.arguments().values(option).isEmpty()) {
        throw useless(option, "drover " + where);
      }
    }
  }

  private static CliRefusal useless(CommandOption option, String where) {
    return CliRefusal.usage(
        "option_useless",
        "%s has a meaning only with %s".formatted(option.name(), where),
        "Leave it out.");
  }

  private static String named(List<String> words) {
    if (words.size() == 2) {
      return words.getLast();
    }
    throw CliRefusal.usage(
        words.size() < 2 ? "argument_missing" : "argument_unexpected",
        "drover mcp %s takes one NAME".formatted(words.getFirst()),
        "'drover mcp list' lists the servers.");
  }

  private static ExitCode list(CliInvocation call, List<String> words) {
    if (words.size() > 1) {
      throw CliRefusal.usage(
          "argument_unexpected",
          "drover mcp list has no use for '%s'".formatted(words.get(1)),
          "See 'drover mcp --help'.");
    }
    var servers = call.loadSettings().servers();
    var table = new OutputTable("server", "status", "file", "target");
    for (var server : servers.all()) {
      var settings = server.settings();
      table.row(
          server.name(),
          word(server.status()),
          server.source().file(),
          settings == null ? null : settings.target());
    }
    call.print(table, "No MCP server is configured. Add one with 'drover mcp add'.");
    ResolvedServers.unused(servers).forEach(call::warn);
    return ExitCode.COMPLETED;
  }

  private static String word(ConfiguredServer.Status status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  private static ExitCode add(CliInvocation call, List<String> words) {
    if (words.size() < 3) {
      throw CliRefusal.usage(
          "argument_missing",
          "drover mcp add needs a NAME, and a command or an address",
          "Write: drover mcp add NAME -- COMMAND ARG…, or drover mcp add NAME URL.");
    }
    var name = words.get(1);
    var folder = call.arguments().value(CommandOption.WORKSPACE);
    var source = folder == null ? Source.PERSON : Source.WORKSPACE_LIST;
    var settings =
        ConfiguredServers.check(
            "drover mcp add", name, source, fields(call, words.subList(2, words.size())));
    var known = call.loadSettings().servers();
    known.all().stream()
        .filter(server -> server.name().equals(name) && server.source() == source)
        .findFirst()
        .ifPresent(
            server -> {
              throw CliRefusal.failed(
                  "mcp_exists",
                  "%s has a server %s".formatted(file(call, source).path(), name),
                  "Remove it first with 'drover mcp remove %s', or choose another name."
                      .formatted(name));
            });
    var file = file(call, source);
    file.add(entry(settings));
    call.configurationChanged();
    if (source.isWorkspace()) {
      // The person who types the command has just seen it.
      var added = call.loadSettings().servers().find(name).orElseThrow();
      McpApprovals.of(call.environment(), call.loadSettings().workspace()).approve(added);
    }
    done(call, "added", name, file.path(), "Try it with 'drover mcp test %s'.".formatted(name));
    return ExitCode.COMPLETED;
  }

  private static Map<String, List<String>> fields(CliInvocation call, List<String> rest) {
    var fields = new LinkedHashMap<String, List<String>>();
    var first = rest.getFirst();
    boolean isAddress = rest.size() == 1 && first.matches("[A-Za-z][A-Za-z0-9+.-]*://.*");
    fields.put(isAddress ? "url" : "command", rest);
    if (!call.arguments().values(ENV).isEmpty()) {
      fields.put("env", call.arguments().values(ENV));
    }
    if (!call.arguments().values(HEADER).isEmpty()) {
      fields.put("headers", call.arguments().values(HEADER));
    }
    return fields;
  }

  private static ServerEntry entry(McpServerSettings settings) {
    return switch (settings.reach()) {
      case Reach.Program(var command, var environment) ->
          new ServerEntry(settings.name(), command, "", environment);
      case Reach.Address(var url, var headers) ->
          new ServerEntry(settings.name(), List.of(), url, headers);
    };
  }

  private static ServerFile file(CliInvocation call, Source source) {
    var workspace = call.loadSettings().workspace();
    return switch (source) {
      case PERSON -> new YamlServerFile(ownFile(call));
      case WORKSPACE_SETTINGS -> new YamlServerFile(workspace.resolve(source.file()));
      case WORKSPACE_LIST -> new JsonServerFile(workspace.resolve(source.file()));
    };
  }

  private static Path ownFile(CliInvocation call) {
    return call.environment()
        .personalFolder()
        .map(folder -> folder.resolve(OWN_FILE))
        .orElseThrow(
            () ->
                CliRefusal.failed(
                    "no_home",
                    "your servers are kept in the home folder, and this person has none",
                    "Set HOME or XDG_CONFIG_HOME, or use --workspace."));
  }

  private static ExitCode remove(CliInvocation call, String name) {
    var server = find(call, name);
    var file = file(call, server.source());
    if (!file.remove(name)) {
      throw notFound(call, name);
    }
    if (server.source().isWorkspace()) {
      McpApprovals.of(call.environment(), call.loadSettings().workspace()).revoke(name);
    }
    done(call, "removed", name, file.path(), "");
    return ExitCode.COMPLETED;
  }

  private static ConfiguredServer find(CliInvocation call, String name) {
    return call.loadSettings().servers().find(name).orElseThrow(() -> notFound(call, name));
  }

  private static CliRefusal notFound(CliInvocation call, String name) {
    var names = call.loadSettings().servers().names();
    return CliRefusal.failed(
        "mcp_not_found",
        "there is no MCP server %s".formatted(name),
        names.isEmpty()
            ? "Add one with 'drover mcp add'."
            : "Did you mean %s? 'drover mcp list' lists them."
                .formatted(NameSuggestion.to(name, names)));
  }

  private static McpServerSettings valid(ConfiguredServer server) {
    var settings = server.settings();
    if (settings != null) {
      return settings;
    }
    var problem = server.problem();
    throw CliRefusal.failed(
        "mcp_invalid",
        problem == null ? server.name() + " is not valid" : problem.detail(),
        problem == null ? "Correct it." : problem.remedy());
  }

  private static ExitCode test(CliInvocation call, String name) {
    var server = find(call, name);
    var settings = valid(server);
    if (!server.isUsed()) {
      throw CliRefusal.failed(
          "mcp_pending",
          "%s of the project is not approved, so it is not started".formatted(name),
          "Read what it is with 'drover mcp list', then 'drover mcp approve %s'.".formatted(name));
    }
    var resolved = ResolvedServers.of(settings, call.environment());
    var answer =
        McpServerCheck.run(resolved, call.loadSettings().workspace(), call.environment(), PATIENCE)
            .getFirst();
    switch (call.outputFormat()) {
      case JSON -> call.out().json(json(answer));
      case READABLE -> print(call, answer);
      case QUIET -> {}
    }
    return answer.isConnected() ? ExitCode.COMPLETED : ExitCode.FAILED;
  }

  private static JsonLine json(McpServerCheck.Answer answer) {
    var status = answer.status();
    return new JsonLine()
        .with("server", answer.server().name())
        .with("connected", answer.isConnected())
        .with("protocol", status.protocol())
        .with("detail", status.detail())
        .with("tools", answer.tools())
        .with(
            "missing",
            status.missing().stream()
                .map(each -> new JsonLine().with("name", each.name()).with("why", each.why()))
                .toList());
  }

  private static void print(CliInvocation call, McpServerCheck.Answer answer) {
    var style = call.style();
    var sign =
        answer.isConnected() ? style.green(style.signs().good()) : style.red(style.signs().bad());
    call.out()
        .line(sign, " " + answer.server().name() + " " + McpServerReport.phase(answer.status()));
    answer.tools().forEach(tool -> call.out().line("  " + tool));
    for (var missing : answer.status().missing()) {
      call.out()
          .line(
              "  ",
              style.yellow("!"),
              " %s is left out: %s"
                  .formatted(missing.name(), McpServerReport.oneLine(missing.why())));
    }
  }

  private static ExitCode approve(CliInvocation call, String name) {
    var approvals = McpApprovals.of(call.environment(), call.loadSettings().workspace());
    if (call.arguments().has(REVOKE)) {
      if (!approvals.revoke(name)) {
        throw CliRefusal.failed(
            "mcp_not_approved",
            "the server %s was not approved in this folder".formatted(name),
            "'drover mcp list' lists the servers.");
      }
      done(call, "no longer approved", name, call.loadSettings().workspace(), "");
      return ExitCode.COMPLETED;
    }
    var server = find(call, name);
    var settings = valid(server);
    if (server.status() == ConfiguredServer.Status.OWN) {
      throw CliRefusal.failed(
          "mcp_own",
          "%s is in your own file and needs no approval".formatted(name),
          "Nothing is left to do.");
    }
    approvals.approve(server);
    if (call.outputFormat() == OutputFormat.READABLE) {
      settings.lines().forEach(line -> call.out().line("  " + line));
    }
    var file = file(call, server.source()).path();
    done(call, "approved", name, file, "After any change it has to be approved again.");
    return ExitCode.COMPLETED;
  }

  private static void done(CliInvocation call, String what, String name, Path place, String next) {
    switch (call.outputFormat()) {
      case JSON ->
          call.out()
              .json(
                  new JsonLine()
                      .with("server", name)
                      .with("done", what.replace(' ', '_'))
                      .with("file", place));
      case READABLE -> {
        var style = call.style();
        call.out()
            .line(style.green(style.signs().good()), " %s %s (%s)".formatted(what, name, place));
        if (!next.isEmpty()) {
          call.out().line("  " + next);
        }
      }
      case QUIET -> {}
    }
  }
}
