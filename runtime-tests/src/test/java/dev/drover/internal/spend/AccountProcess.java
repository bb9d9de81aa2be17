package dev.drover.internal.spend;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.ShortReplyModel;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.store.jdbc.SqliteStore;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/// The program that is killed while it holds a reservation on an account: two replies of 15 and 12
/// tokens, and a call between them. Arguments: folder, place.
final class AccountProcess {
  static final String STOPPED = "stopped at ";
  static final String ACCOUNT = "acme";
  static final SessionId SESSION = new SessionId("s-account");

  /// Where the process stops and waits to be killed.
  enum Place {
    INSIDE_MODEL,
    INSIDE_TOOL,
    NOWHERE
  }

  private final Place place;

  private AccountProcess(Place place) {
    this.place = place;
  }

  public static void main(String[] args) {
    new AccountProcess(Place.valueOf(args[1])).run(Path.of(args[0]));
  }

  static Path store(Path folder) {
    return folder.resolve("account.db");
  }

  private void run(Path folder) {
    try (var drover = Drover.on(SqliteStore.open(store(folder))).build()) {
      var mind =
          new FakeModel(
              (request, _) -> {
                stopAt(Place.INSIDE_MODEL);
                return request.messages().size() == 1 ? calls("work") : says("done");
              });
      var tool =
          FakeTool.unsafe(
              "work",
              _ -> {
                stopAt(Place.INSIDE_TOOL);
                return done("worked");
              });
      var session =
          drover
              .agent("clerk")
              .model(new ShortReplyModel(mind))
              .tools(tool)
              .policy(Policy.ALLOW_ALL)
              .budgets(BudgetSet.NONE.ofAccount(ACCOUNT, Budget.NONE.tokens(10_000).toolCalls(1)))
              .build()
              .open(SESSION);
      var report = session.send(Ask.of("hi").withKey("hi-1")).await();
      System.out.println(report.status() + " " + report.text());
    }
  }

  private void stopAt(Place here) throws InterruptedException {
    if (here == place) {
      System.out.println(STOPPED + here);
      System.out.flush();
      new CountDownLatch(1).await();
    }
  }
}
