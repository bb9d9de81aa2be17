package dev.drover.cli;

import dev.drover.cli.command.CliInvocation;
import dev.drover.cli.command.CommandOption;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.CliRemedies;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.ConsolePrinter;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.output.TerminalStyle;
import dev.drover.kernel.value.Problem;
import dev.drover.problem.DroverException;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.spi.PortException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/// The entry point: finds the command, runs it, and returns an exit code. Exceptions are turned
/// into messages only here.
public final class Main {
  private Main() {}

  public static void main(String... args) {
    System.exit(run(CliEnvironment.system(), args));
  }

  /// @return the exit code of the process
  public static int run(CliEnvironment host, String... args) {
    try {
      return execute(host, args).number();
    } catch (CliRefusal refusal) {
      return explain(host, args, refusal, refusal.problem(), refusal.exit());
    } catch (ConfigurationInvalid wrong) {
      return explain(host, args, wrong, wrong.problem(), ExitCode.USAGE);
    } catch (DroverException failed) {
      return explain(host, args, failed, CliRemedies.on(failed), ExitCode.FAILED);
    } catch (PortException broken) {
      return explain(host, args, broken, broken.problem(), ExitCode.FAILED);
    } catch (RuntimeException | Error bug) {
      var problem =
          new Problem(
              "internal_error",
              "A bug in drover",
              "this should not happen: " + describe(bug),
              "Nothing that was reported is lost. Run it again with --verbose and report what it"
                  + " says.");
      return explain(host, args, bug, problem, ExitCode.FAILED);
    } finally {
      ConsolePrinter.out(host).flush();
      ConsolePrinter.err(host).flush();
    }
  }

  private static ExitCode execute(CliEnvironment host, String... args) {
    var typed = ArgumentParser.parse(args);
    var command = typed.command();
    var arguments = typed.arguments();
    if (arguments.has(CommandOption.VERSION)) {
      ConsolePrinter.out(host).line("drover " + version());
      return ExitCode.COMPLETED;
    }
    if (arguments.has(CommandOption.HELP)) {
      var help = new HelpText(ConsolePrinter.out(host), TerminalStyle.of(host));
      if (command == null) {
        help.program();
      } else {
        help.command(command);
      }
      return ExitCode.COMPLETED;
    }
    if (command == null) {
      new HelpText(ConsolePrinter.err(host), TerminalStyle.of(host)).program();
      return ExitCode.USAGE;
    }
    if (arguments.has(CommandOption.VERBOSE)) {
      LogConfigurator.enableVerbose();
    }
    return command.run(new CliInvocation(host, arguments));
  }

  /// The version that the build wrote into the jar; unpackaged classes have none.
  private static String version() {
    var version = Main.class.getPackage().getImplementationVersion();
    return version == null ? "(not packed)" : version;
  }

  /// Omits the class name, which is in the stack trace that `--verbose` prints.
  private static String describe(Throwable bug) {
    var said = bug.getMessage();
    return said == null || said.isBlank() ? "the cause is unknown" : said;
  }

  private static int explain(
      CliEnvironment host, String[] args, Throwable thrown, Problem problem, ExitCode exit) {
    var err = ConsolePrinter.err(host);
    if (List.of(args).contains(CommandOption.JSON.name())) {
      err.json(JsonLine.error(problem));
    } else {
      err.line(problem);
    }
    if (List.of(args).contains(CommandOption.VERBOSE.name())) {
      var trace = new StringWriter();
      thrown.printStackTrace(new PrintWriter(trace));
      trace.toString().lines().forEach(err::line);
    }
    return exit.number();
  }
}
