package dev.drover.commands;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.commands.CommandSession.SendResult;
import dev.drover.fixture.FakeAgents.FakeModel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A session whose `send` understands slash commands.
@Tag("H4")
@Timeout(60)
final class CommandSessionTest {
  private final FakeModel model = FakeModel.playing(says("Done."));
  private Drover drover;
  private Session session;

  @BeforeEach
  void open() {
    drover = Drover.inMemory();
    session = drover.agent("clerk").model(model).build().open();
  }

  @AfterEach
  void close() {
    drover.close();
  }

  @Test
  void aCommandIsCarriedOutAndDoesNotReachTheModel() {
    session.ask("hi");
    assertThat(new CommandSession(session).send("/clear")).isInstanceOf(SendResult.Answered.class);
    assertThat(session.history()).isEmpty();
    assertThat(model.requests()).hasSize(1);
  }

  @Test
  void aLineThatIsNoCommandGoesToTheModel() {
    var line = "/etc/hosts is broken";
    assertThat(new CommandSession(session).send(line))
        .isInstanceOfSatisfying(
            SendResult.Sent.class,
            sent -> assertThat(sent.run().await().text()).isEqualTo("Done."));
    assertThat(model.requests().getFirst().messages().getFirst().toString()).contains(line);
  }

  @Test
  void anUnknownCommandIsRefusedAndNotSent() {
    assertThat(new CommandSession(session).send("/claer"))
        .isInstanceOfSatisfying(
            SendResult.Refused.class,
            refused -> assertThat(refused.problem().remedy()).contains("/clear"));
    assertThat(model.requests()).isEmpty();
  }

  @Test
  void aRegisteredPromptCommandSendsItsText() {
    var registry = new SlashCommandRegistry();
    registry.register(new PromptSlashCommand("review", "reviews", "Review $ARGUMENTS."));
    var commands = new CommandSession(session, registry);
    assertThat(commands.send("/review the diff"))
        .isInstanceOfSatisfying(SendResult.Sent.class, sent -> sent.run().await());
    assertThat(model.requests().getFirst().messages().getFirst().toString())
        .contains("Review the diff.");
  }

  @Test
  void afterAForkTheNextLineGoesToTheFork() {
    session.ask("hi");
    var commands = new CommandSession(session);
    assertThat(commands.send("/fork")).isInstanceOf(SendResult.Answered.class);
    assertThat(commands.session().id()).isNotEqualTo(session.id());
    assertThat(commands.send("and now?"))
        .isInstanceOfSatisfying(SendResult.Sent.class, sent -> sent.run().await());
    assertThat(commands.session().history()).hasSize(session.history().size() + 2);
  }
}
