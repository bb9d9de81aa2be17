package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;

import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.policy.Policy;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/// The program that is killed while it has something set aside from an account: two replies of 15
/// and 12 tokens, and a call between them. Arguments: folder, place.
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
              .model(new Frugal(mind))
              .tools(tool)
              .policy(Policy.ALLOW_ALL)
              .budgets(Budgets.NONE.ofAccount(ACCOUNT, Budget.NONE.tokens(10_000).toolCalls(1)))
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
