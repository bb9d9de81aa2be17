package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.drover.architecture.source.RuleExceptions;
import dev.drover.architecture.source.RuleFinding;
import java.io.FileDescriptor;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Only one class writes to a terminal, because it makes foreign text visible. Any other access to
/// the standard streams, or to the terminal of a line editor, bypasses it.
@Tag("J5")
class TerminalOutputTest {
  private static final String PRINTER = "dev.drover.cli.output.ConsolePrinter";
  private static final String STREAMS = "dev.drover.cli.environment.StandardStreams";

  /// Classes other than the printer that use a stream: `class uses thing`, and why.
  private static final RuleExceptions EXCEPTIONS =
      new RuleExceptions(
          Map.of(
              "dev.drover.cli.environment.StandardStreams uses a standard stream",
              "opens the streams of the process, for the printer",
              "dev.drover.cli.environment.Terminal uses a standard stream",
              "asks whether there is a terminal, and writes nothing to it",
              "dev.drover.cli.environment.TerminalKeyboard uses a standard stream",
              "reads what is typed, and writes nothing",
              "dev.drover.cli.command.AcpCommand uses a standard stream",
              "passes it to a protocol, whose client is a program",
              "dev.drover.cli.command.McpCommand uses a standard stream",
              "passes it to a protocol, whose client is a program",
              "dev.drover.cli.chat.TerminalOutput uses a stream of text",
              "is below the printer: passes on what it gets from there",
              "dev.drover.cli.chat.TerminalOutput uses the terminal of an editor",
              "is below the printer: passes on what it gets from there",
              "dev.drover.cli.chat.InteractiveChatTerminal uses the terminal of an editor",
              "reads lines; the prompts were encoded by the printer",
              "dev.drover.cli.Main uses a stream of text",
              "writes a stack trace into a string, which goes to the printer"));

  @Test
  void onlyThePrinterWritesToTerminals() {
    assertThat(EXCEPTIONS.judge(strangers(ModuleTable.mainClasses()))).isEmpty();
  }

  @Test
  void everyBypassOfThePrinterIsFound(@TempDir Path folder) {
    var classes =
        BadCodeSamples.classes(
            folder,
            """
            package dev.drover.cli.command;
            class Stranger {
              void print() { System.out.println("a"); }
              void open() { new java.io.FileOutputStream(java.io.FileDescriptor.out); }
              void trace(Throwable thrown) { thrown.printStackTrace(); }
              void console() { System.console().printf("a"); }
              void copy(java.io.InputStream in, java.io.PrintStream out) throws Exception {
                in.transferTo(out);
                out.write(1);
              }
            }
            """);
    assertThat(strangers(classes))
        .extracting(RuleFinding::subject)
        .contains(
            "dev.drover.cli.command.Stranger uses a standard stream",
            "dev.drover.cli.command.Stranger uses a stream of text")
        .hasSizeGreaterThanOrEqualTo(6);
  }

  private static List<RuleFinding> strangers(JavaClasses classes) {
    return classes.stream()
        .filter(each -> each.getPackageName().startsWith("dev.drover.cli"))
        .filter(each -> !isPrinter(each))
        .flatMap(each -> each.getAccessesFromSelf().stream())
        .filter(access -> !thing(access).isEmpty())
        .map(
            access ->
                new RuleFinding(
                    outermost(access.getOriginOwner()) + " uses " + thing(access),
                    access.getDescription()))
        .toList();
  }

  private static boolean isPrinter(JavaClass each) {
    return outermost(each).equals(PRINTER);
  }

  private static String outermost(JavaClass each) {
    int inner = each.getName().indexOf('$');
    return inner < 0 ? each.getName() : each.getName().substring(0, inner);
  }

  /// The kind of terminal access; empty if it is none.
  private static String thing(JavaAccess<?> access) {
    var owner = access.getTargetOwner();
    var name = access.getName();
    if ((owner.isEquivalentTo(System.class) && Set.of("out", "err", "console").contains(name))
        || owner.isEquivalentTo(FileDescriptor.class)
        || (owner.getName().equals(STREAMS) && Set.of("out", "err").contains(name))
        || (owner.isAssignableTo(Throwable.class) && name.equals("printStackTrace"))) {
      return owner.isAssignableTo(Throwable.class) ? "a stream of text" : "a standard stream";
    }
    if ((owner.isEquivalentTo(PrintStream.class) && !name.equals("<init>"))
        || owner.isEquivalentTo(PrintWriter.class)) {
      return "a stream of text";
    }
    boolean isEditor =
        owner.getPackageName().startsWith("org.jline")
            && Set.of("writer", "output", "printAbove", "puts", "readLine", "update")
                .contains(name);
    return isEditor ? "the terminal of an editor" : "";
  }
}
