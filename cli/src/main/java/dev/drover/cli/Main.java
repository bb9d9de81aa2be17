package dev.drover.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The entry of the program: reads the arguments and hands over to a command.
///
/// Commands are described by calls instead of annotations. Annotations are read through proxies
/// that no AOT cache can hold, which costs as much at each start as all the rest.
public final class Main {
  private Main() {}

  public static void main(String... args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    var spec = CommandSpec.wrapWithoutInspection(new Nothing());
    spec.name("drover").version("drover " + version());
    spec.usageMessage()
        .description("Runs agents that survive a crash, wait for a person, and stop when told.");
    spec.addOption(help("-h", "--help").usageHelp(true).description("Shows this text.").build());
    spec.addOption(
        help("-V", "--version").versionHelp(true).description("Shows the version.").build());
    return new CommandLine(spec);
  }

  private static OptionSpec.Builder help(String letter, String word) {
    return OptionSpec.builder(letter, word).type(boolean.class).arity("0");
  }

  /// What the build wrote into the jar; classes that were never packed have no version.
  private static String version() {
    var version = Main.class.getPackage().getImplementationVersion();
    return version == null ? "(not packed)" : version;
  }

  /// A call without a command: there is nothing to do, and the exit code says so.
  private static final class Nothing implements Callable<Integer> {

    @Override
    public Integer call() {
      commandLine().usage(System.err);
      return ExitCode.USAGE;
    }
  }
}
