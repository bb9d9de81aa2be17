package dev.drover.internal.direct;

import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.endless;
import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.WholeJournals.assertStrictlyReplayed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.tool.DirectTools.Places;
import dev.drover.tool.DirectTools.ToolReport;
import dev.drover.tool.DirectTools.ToolReport.Status;
import dev.drover.tools.WorkspaceTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tools that the host calls directly.
@Tag("D4")
@Timeout(60)
final class DirectToolsTest {
  private static final SessionId SESSION = new SessionId("s-direct");
  private static final Policy NOTHING = Policy.ASK_ALWAYS.otherwise(Policy.Default.DENY);

  private final FakeModel model = FakeModel.playing(says("hello"));

  private Session session(Drover drover, Policy policy, Object... tools) {
    return drover.agent("clerk").model(model).tools(tools).policy(policy).build().open(SESSION);
  }

  @Test
  @Tag("D8")
  void anEditChangesOnePlaceOrAllOfThem(@TempDir Path workspace) throws Exception {
    var file = Files.writeString(workspace.resolve("notes.txt"), "one, one\n");
    try (var drover = Drover.inMemory()) {
      var clerk = drover.agent("clerk").model(model).tools(WorkspaceTools.all());
      var tools = clerk.workspace(workspace).build().open().tools();
      assertThat(tools.read("notes.txt").isSuccess()).isTrue();
      assertThat(tools.edit("notes.txt", "one", "two", Places.ONE).status())
          .isEqualTo(Status.FAILED);
      assertThat(file).content().isEqualTo("one, one\n");
      assertThat(tools.edit("notes.txt", "one", "two", Places.ALL).isSuccess()).isTrue();
      assertThat(file).content().isEqualTo("two, two\n");
    }
  }

  @Test
  void aDirectCallSkipsPolicyAndApprovalAndIsNotInTheConversation(@TempDir Path workspace)
      throws Exception {
    Files.writeString(workspace.resolve("notes.txt"), "one\n");
    try (var drover = Drover.inMemory()) {
      var session =
          drover
              .agent("clerk")
              .model(model)
              .tools(WorkspaceTools.all())
              .policy(NOTHING)
              .workspace(workspace)
              .build()
              .open();
      var tools = session.tools();
      assertThat(tools.names()).contains("read", "write", "bash");
      var reports =
          List.of(
              tools.read("notes.txt"),
              tools.edit("notes.txt", "one", "two"),
              tools.write("more.txt", "three"),
              tools.patch("*** Begin Patch\n*** Delete File: more.txt\n*** End Patch"),
              tools.ls("."),
              tools.glob("*.txt"),
              tools.grep("two"),
              tools.bash("echo four"),
              session.tool("read", Map.of("path", "notes.txt", "limit", 1)));

      assertThat(reports).extracting(ToolReport::status).containsOnly(Status.SUCCEEDED);
      assertThat(reports.get(8).text()).contains("two");
      assertThat(reports.get(7).text()).contains("four");
      assertThat(Files.exists(workspace.resolve("more.txt"))).isFalse();
      assertThat(session.history()).isEmpty();
      session.ask("hi");
      assertThat(model.requests().getFirst().messages()).hasSize(1);
    }
  }

  @Test
  @Tag("D10")
  void allPagesOfAGlobAreOneList(@TempDir Path workspace) throws Exception {
    for (int i = 0; i < 2_345; i++) {
      Files.createFile(workspace.resolve("f%04d.txt".formatted(i)));
    }
    Files.createFile(workspace.resolve("[rows 1-5 of 5 (files); there are no more].txt"));
    try (var drover = Drover.inMemory()) {
      var tools =
          drover
              .agent("clerk")
              .model(model)
              .tools(WorkspaceTools.all())
              .policy(NOTHING)
              .workspace(workspace)
              .build()
              .open()
              .tools();
      assertThat(tools.globPaths("f*.txt"))
          .hasSize(2_345)
          .doesNotHaveDuplicates()
          .startsWith("f0000.txt")
          .endsWith("f2344.txt");
      assertThat(tools.globPaths("*.txt")).hasSize(2_346);
      assertThat(tools.globPaths("*.java")).isEmpty();
      assertThatThrownBy(() -> tools.globPaths("{a"))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("pattern");
    }
  }

  @Test
  void aGovernedCallIsCheckedLikeACallOfTheModel() throws Exception {
    try (var drover = Drover.inMemory()) {
      var policy = Policy.ASK_ALWAYS.allowing("look").denying("burn");
      var session =
          session(
              drover,
              policy,
              FakeTool.pure("look", _ -> done("seen")),
              FakeTool.unsafe("burn", _ -> done("burnt")),
              FakeTool.unsafe("send", _ -> done("sent")));
      var tools = session.tools().governed();

      assertThat(tools.call("look", Map.of()).text()).isEqualTo("seen");
      assertThat(tools.call("burn", Map.of()).status()).isEqualTo(Status.DENIED);
      assertThat(session.tools().call("burn", Map.of()).text()).isEqualTo("burnt");

      var asked = BackgroundDirectCall.start(() -> tools.call("send", Map.of()));
      ApprovalWaits.forEvent(session, Event.ApprovalRequested.class);
      var question = drover.approvals().open().getFirst().id();
      assertThat(asked.now()).isNull();
      drover
          .approvals()
          .answer(question, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.SESSION), "anna");
      assertThat(asked.get().text()).isEqualTo("sent");
      // The approval was for the session.
      assertThat(tools.call("send", Map.of()).text()).isEqualTo("sent");
    }
  }

  @Test
  void aDirectCallAndARunDoNotInterfere() throws Exception {
    var thinking = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var slow =
        new FakeModel(
            (_, _) -> {
              thinking.countDown();
              goOn.await();
              return says("thought");
            });
    try (var drover = Drover.inMemory()) {
      var session =
          drover
              .agent("clerk")
              .model(slow)
              .tools(FakeTool.pure("look", _ -> done("seen")))
              .build()
              .open(SESSION);
      var run = session.send("think");
      thinking.await();
      assertThat(session.tool("look", Map.of()).text()).isEqualTo("seen");
      goOn.countDown();
      assertThat(run.await().text()).isEqualTo("thought");
      assertThat(session.history()).hasSize(2);
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  void anInvalidDirectCallIsRefusedWithWhatIsExpected() {
    try (var drover = Drover.inMemory()) {
      var session = session(drover, Policy.ALLOW_ALL, FakeTool.pure("look", _ -> done("seen")));
      var unknown = session.tool("lok", Map.of());
      assertThat(unknown.status()).isEqualTo(Status.REFUSED);
      assertThat(unknown.text()).isEqualTo("there is no tool 'lok'; the closest are look");
      assertThat(session.tools().callWithJson("look", "[]").status()).isEqualTo(Status.REFUSED);
      var endless = new ArrayList<Object>();
      endless.add(endless);
      assertThatExceptionOfType(ConfigurationInvalid.class)
          .isThrownBy(() -> session.tool("look", Map.of("x", endless)))
          .withMessageContaining("arguments");
    }
  }
}
