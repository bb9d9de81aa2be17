package dev.drover.cli;

import dev.drover.cli.command.Call;
import dev.drover.cli.command.Option;
import dev.drover.cli.host.Advice;
import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Host;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.screen.Look;
import dev.drover.cli.screen.Printer;
import dev.drover.kernel.Problem;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.DroverException;
import dev.drover.spi.PortException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/// The entry of the program: finds the command, runs it, and answers with an exit code. The only
/// place where an exception becomes words.
public final class Main {
  private Main() {}

  public static void main(String... args) {
    System.exit(run(Host.system(), args));
  }

  /// @return what the process is to exit with
  public static int run(Host host, String... args) {
    try {
      return execute(host, args).number();
    } catch (Refusal refusal) {
      return explain(host, args, refusal, refusal.problem(), refusal.exit());
    } catch (ConfigurationInvalid wrong) {
      return explain(host, args, wrong, wrong.problem(), ExitCode.USAGE);
    } catch (DroverException failed) {
      return explain(host, args, failed, Advice.on(failed), ExitCode.FAILED);
    } catch (PortException broken) {
      return explain(host, args, broken, broken.problem(), ExitCode.FAILED);
    } catch (RuntimeException | Error bug) {
      var problem =
          new Problem(
              "internal_error",
              "A bug in drover",
              "this should not happen: " + words(bug),
              "Nothing that was reported is lost. Run it again with --verbose and report what it"
                  + " says.");
      return explain(host, args, bug, problem, ExitCode.FAILED);
    } finally {
      Printer.out(host).flush();
      Printer.err(host).flush();
    }
  }

  private static ExitCode execute(Host host, String... args) {
    var typed = Parser.parse(args);
    var command = typed.command();
    var arguments = typed.arguments();
    if (arguments.has(Option.VERSION)) {
      Printer.out(host).line("drover " + version());
      return ExitCode.COMPLETED;
    }
    if (arguments.has(Option.HELP)) {
      var help = new Help(Printer.out(host), Look.of(host));
      if (command == null) {
        help.program();
      } else {
        help.command(command);
      }
      return ExitCode.COMPLETED;
    }
    if (command == null) {
      new Help(Printer.err(host), Look.of(host)).program();
      return ExitCode.USAGE;
    }
    if (arguments.has(Option.VERBOSE)) {
      Logging.speakUp();
    }
    return command.run(new Call(host, arguments));
  }

  /// What the build wrote into the jar; classes that were never packed have no version.
  private static String version() {
    var version = Main.class.getPackage().getImplementationVersion();
    return version == null ? "(not packed)" : version;
  }

  /// Without the name of a class, which is in the trace that `--verbose` prints.
  private static String words(Throwable bug) {
    var said = bug.getMessage();
    return said == null || said.isBlank() ? "it is not known why" : said;
  }

  private static int explain(
      Host host, String[] args, Throwable thrown, Problem problem, ExitCode exit) {
    var err = Printer.err(host);
    if (List.of(args).contains(Option.JSON.name())) {
      err.json(JsonLine.error(problem));
    } else {
      err.line(problem);
    }
    if (List.of(args).contains(Option.VERBOSE.name())) {
      var trace = new StringWriter();
      thrown.printStackTrace(new PrintWriter(trace));
      trace.toString().lines().forEach(err::line);
    }
    return exit.number();
  }
}
