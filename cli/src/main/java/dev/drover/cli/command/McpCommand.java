package dev.drover.cli.command;

import dev.drover.cli.config.ApprovalMode;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.McpSecret;
import dev.drover.cli.runtime.ModelResolver;
import dev.drover.cli.runtime.ModelResolver.ResolvedModel;
import dev.drover.files.CommandFiles;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.SessionId;
import dev.drover.mcp.server.McpService;
import dev.drover.mcp.server.McpServiceBuilder;
import dev.drover.server.BearerGuard;
import dev.drover.server.HttpLimits;
import dev.drover.server.HttpListener;
import dev.drover.server.OriginGuard;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/// Drover as an MCP server: on standard input and output for one client, or over HTTP for many.
/// With words it manages the servers that the agent uses.
///
/// While it serves, standard output belongs to the protocol. Everything for people goes to standard
/// error.
public final class McpCommand implements CliCommand {
  /// A client waits about this long for the end of the process before it kills it.
  private static final Duration LEAVING = Duration.ofMillis(1200);

  private static final int LARGEST_PORT = 65_535;

  public McpCommand() {}

  @Override
  public String name() {
    return "mcp";
  }

  @Override
  public String summary() {
    return "serves the agent to MCP clients, or manages the MCP servers that the agent uses";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(
            new CommandSyntax.Words("add|list|remove|test|approve …", 0, Integer.MAX_VALUE),
            CommandOption.HTTP,
            CommandOption.PORT,
            McpServerCommands.ENV,
            McpServerCommands.HEADER,
            McpServerCommands.REVOKE)
        .and(CommandOption.AGENT);
  }

  @Override
  public List<String> forms() {
    return List.of(
        "drover mcp                             serves, on standard input and output",
        "drover mcp --http [--port N]           serves over HTTP",
        "drover mcp add NAME -- COMMAND ARG…    adds a program to your servers; with --workspace"
            + " DIR",
        "                                       to .mcp.json of that folder",
        "drover mcp add NAME URL                adds a server over HTTP",
        "drover mcp list                        the servers of all files, and whether they are"
            + " used",
        "drover mcp remove NAME                 removes a server from its file",
        "drover mcp test NAME                   connects, and lists the tools",
        "drover mcp approve NAME                lets a server of the project be used as it is now");
  }

  @Override
  public ExitCode run(CliInvocation call) {
    if (!call.arguments().words().isEmpty()) {
      return McpServerCommands.run(call);
    }
    McpServerCommands.refuseOptions(call);
    return serve(call);
  }

  private static ExitCode serve(CliInvocation call) {
    int port = port(call);
    var supplied = ModelResolver.of(call.loadSettings(), call.environment());
    var secret = McpSecret.of(call.environment());
    var runtime = CliRuntime.open(supplied.settings(), call.environment().time());
    try {
      var service = service(call, runtime, supplied, secret);
      if (call.arguments().has(CommandOption.HTTP)) {
        serveHttp(call, service, secret, port);
      } else {
        var streams = call.environment().streams();
        service.serve(streams.in(), streams.out());
      }
      return ExitCode.COMPLETED;
    } finally {
      runtime.closeWithin(LEAVING);
    }
  }

  private static McpService service(
      CliInvocation call, CliRuntime runtime, ResolvedModel supplied, McpSecret secret) {
    // Only for the date in the instructions: sessions are opened by clients.
    var fresh = new SessionId(call.environment().time().freshId("s-"));
    var agent = CliAgentFactory.build(call, runtime, fresh, supplied);
    var personal = call.environment().personalFolder().map(folder -> folder.resolve("commands"));
    var files = CommandFiles.read(call.loadConfiguration().files(), personal.stream().toList());
    files.warnings().forEach(call::warn);
    var builder =
        McpService.of(runtime.drover())
            .agent(
                agent,
                "An agent that works in the folder %s: it reads and changes files there, and runs"
                        .formatted(supplied.settings().workspace())
                    + " commands. It may take minutes, and may ask for approval.")
            .commands(files.commands())
            .principal(call.environment().user())
            .version(version())
            .key(secret.key())
            .time(call.environment().time());
    return answering(builder, call.loadSettings().approve()).build();
  }

  private static McpServiceBuilder answering(McpServiceBuilder builder, ApprovalMode approve) {
    return switch (approve) {
      case ASK -> builder;
      case AUTO ->
          builder.answerApprovals(
              new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "--approve auto");
      case DENY ->
          builder.answerApprovals(
              new ApprovalAnswer.No("nobody may say yes here", ApprovalAnswer.OnDenial.GO_ON),
              "--approve deny");
    };
  }

  private static String version() {
    var version = McpCommand.class.getPackage().getImplementationVersion();
    return version == null ? "0" : version;
  }

  private static int port(CliInvocation call) {
    var typed = call.arguments().value(CommandOption.PORT);
    if (typed == null) {
      return 0;
    }
    if (!call.arguments().has(CommandOption.HTTP)) {
      throw CliRefusal.usage(
          "option_useless", "--port has a meaning only with --http", "Add --http.");
    }
    try {
      int port = Integer.parseInt(typed);
      if (port >= 0 && port <= LARGEST_PORT) {
        return port;
      }
    } catch (NumberFormatException malformed) {
      throw wrongPort(typed);
    }
    throw wrongPort(typed);
  }

  private static CliRefusal wrongPort(String typed) {
    return CliRefusal.usage(
        "port_malformed",
        "'%s' is no port".formatted(typed),
        "Give a number from 0 to %d.".formatted(LARGEST_PORT));
  }

  private static void serveHttp(
      CliInvocation call, McpService service, McpSecret secret, int port) {
    // Without it each small piece of a stream waits for the one before to be confirmed.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    // Seconds in which the header of a call must have arrived.
    System.setProperty("sun.net.httpserver.maxReqTime", "30");
    var stopped = new CountDownLatch(1);
    call.environment().interrupts().onInterrupt(stopped::countDown);
    try (var listener = listen(call, service, secret, port)) {
      announce(call, "http://127.0.0.1:%d/mcp".formatted(listener.port()), secret.token());
      stopped.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static HttpListener listen(
      CliInvocation call, McpService service, McpSecret secret, int port) {
    var guarded =
        new OriginGuard(
            OriginGuard.LOOPBACK,
            Set.of(),
            new BearerGuard(
                Map.of(secret.token(), call.environment().user()), service.httpHandler()));
    try {
      return HttpListener.onLoopback(port, guarded, HttpLimits.DEFAULT);
    } catch (IOException taken) {
      throw CliRefusal.failed(
          "port_unusable",
          "port %d cannot be used: %s".formatted(port, IoErrors.describe(taken)),
          "Choose another with --port, or let --port 0 pick one.");
    }
  }

  private static void announce(CliInvocation call, String url, String token) {
    switch (call.outputFormat()) {
      case JSON ->
          call.out()
              .json(new JsonLine().with("type", "serving").with("url", url).with("token", token));
      case READABLE, QUIET -> {
        call.out().line("Serving MCP at " + url);
        call.out().line("Authorization: Bearer " + token);
      }
    }
    call.out().flush();
  }
}
