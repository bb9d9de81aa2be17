package dev.drover.commands;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.commands.SlashCommandOutcome.Done;
import dev.drover.commands.SlashCommandOutcome.Ended;
import dev.drover.commands.SlashCommandOutcome.Failed;
import dev.drover.commands.SlashCommandOutcome.NotACommand;
import dev.drover.commands.SlashCommandOutcome.Prompted;
import dev.drover.commands.SlashCommandOutcome.Unknown;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.value.RunId;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.NotFound.RunNotFound;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The difference between commands and prompts, and commands added by the host.
@Tag("H4")
@Timeout(60)
final class CommandsTest {
  private Drover drover;
  private Session session;

  @BeforeEach
  void open() {
    drover = Drover.inMemory();
    session = drover.agent("clerk").model(FakeModel.playing(says("Done."))).build().open();
  }

  @AfterEach
  void close() {
    drover.close();
  }

  private SlashCommandOutcome said(String line) {
    return SlashCommands.STANDARD.run(session, line);
  }

  /// A command that answers with a computed result.
  private record Own(String name, String arguments, Function<SlashCommandCall, Ended> body)
      implements SlashCommand {
    @Override
    public String help() {
      return "does what a test wants";
    }

    @Override
    public Ended run(SlashCommandCall call) {
      return body.apply(call);
    }
  }

  private static Own own(String name, Function<SlashCommandCall, Ended> body) {
    return new Own(name, "[TEXT]", body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/hosts is broken",
        "/etc/hosts",
        "/help/",
        "/",
        "/ help",
        "//help",
        "/?",
        "/help, please",
        "/help.txt is empty",
        "/2 of the tests fail",
        "/-x",
        "/clear_all",
        "/hélp",
        " /help",
        "\t/help",
        "\n/help",
        "what does /help do?",
        "help",
        ""
      })
  void aPromptIsNotACommand(String line) {
    assertThat(said(line)).isEqualTo(new NotACommand());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/echo", "/echo ", "/ECHO", "/Echo\n"})
  void aNameAloneIsACommand(String line) {
    var echo =
        SlashCommands.STANDARD.with(own("echo", call -> new Done("<" + call.arguments() + ">")));
    assertThat(echo.run(session, line)).isEqualTo(new Done("<>"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/echo a  b", "/echo   a  b  ", "/echo\ta  b", "/echo\na  b\n"})
  void textAfterTheNameIsTheArguments(String line) {
    var echo =
        SlashCommands.STANDARD.with(own("echo", call -> new Done("<" + call.arguments() + ">")));
    assertThat(echo.run(session, line)).isEqualTo(new Done("<a  b>"));
  }

  @Test
  void anUnknownCommandIsReportedWithSimilarNames() {
    assertThat(said("/hlep")).isEqualTo(new Unknown("hlep", List.of("help")));
    assertThat(said("/hist")).isEqualTo(new Unknown("hist", List.of("history")));
    assertThat(said("/tool grep")).isEqualTo(new Unknown("tool", List.of("tools")));
    assertThat(said("/tmp is full")).isEqualTo(new Unknown("tmp", List.of()));
    assertThat(new Unknown("hlep", List.of("help")).problem().toString())
        .isEqualTo(
            "unknown_command: there is no command /hlep. Did you mean /help? /help lists them all."
                + " To say it to the model, put a blank before it.");
  }

  @Test
  void aPromptTemplateIsExpandedOnce() {
    var review =
        new PromptSlashCommand("review", "reviews", "Review $1 and $2 ($ARGUMENTS), not $10.");
    var plain = new PromptSlashCommand("tidy", "tidies", "Tidy up; it costs $100.");
    var commands = SlashCommands.STANDARD.with(review, plain);
    assertThat(commands.run(session, "/review a.txt  $1"))
        .isEqualTo(new Prompted("Review a.txt and $1 (a.txt  $1), not $10."));
    assertThat(commands.run(session, "/review"))
        .isEqualTo(new Prompted("Review  and  (), not $10."));
    assertThat(commands.run(session, "/tidy")).isEqualTo(new Prompted("Tidy up; it costs $100."));
    assertThat(((Failed) commands.run(session, "/tidy now")).problem().code())
        .isEqualTo("argument_unexpected");
    assertThat(session.history()).isEmpty();
  }

  @Test
  void commandsCanBeAddedAndRemovedButNotTheStandardOnes() {
    var registry = new SlashCommandRegistry();
    registry.register(own("echo", call -> new Done(call.arguments())));
    assertThat(registry.run(session, "/echo a")).isEqualTo(new Done("a"));
    assertThatThrownBy(() -> registry.register(own("clear", _ -> new Done(""))))
        .isInstanceOf(ConfigurationInvalid.class);
    assertThat(registry.unregister("clear")).isFalse();
    assertThat(registry.unregister("nobody")).isFalse();
    assertThat(registry.unregister("echo")).isTrue();
    assertThat(registry.run(session, "/echo a")).isInstanceOf(Unknown.class);
    assertThat(registry.commands().all()).isEqualTo(SlashCommands.STANDARD.all());
  }

  @Test
  void aHostAddsCommandsOfItsOwn() {
    var count = own("count", call -> new Done(call.drover().queries().sessions().size() + " open"));
    var commands = SlashCommands.STANDARD.with(count);
    assertThat(commands.run(session, "/count")).isEqualTo(new Done("1 open"));
    assertThat(((Done) commands.run(session, "/help count")).text())
        .isEqualTo("/count [TEXT]  does what a test wants");
    assertThat(commands.find("count")).contains(count);
    assertThat(SlashCommands.STANDARD.find("count")).isEmpty();
  }

  @Test
  void commandNamesMustBeUniqueAndValid() {
    assertThatThrownBy(() -> SlashCommands.STANDARD.with(own("help", _ -> new Done(""))))
        .isInstanceOf(ConfigurationInvalid.class)
        .hasMessageContaining("two commands are named 'help'");
    for (var wrong : List.of("", "Help", "a/b", "a b", "1st", "/x")) {
      assertThatThrownBy(() -> SlashCommands.STANDARD.with(own(wrong, _ -> new Done(""))))
          .as(wrong)
          .isInstanceOf(ConfigurationInvalid.class);
    }
  }

  @Test
  void aCommandThatThrowsFails() {
    var commands =
        SlashCommands.STANDARD.with(
            own(
                "lost",
                _ -> {
                  throw new RunNotFound(new RunId("r-1"));
                }),
            own(
                "buggy",
                _ -> {
                  throw new IllegalStateException("a bug");
                }));
    assertThat(((Failed) commands.run(session, "/lost")).problem().code())
        .isEqualTo("run_not_found");
    assertThat(((Failed) commands.run(session, "/buggy")).problem().toString())
        .startsWith("command_broke: command /buggy broke: run threw IllegalStateException: a bug.");
  }
}
