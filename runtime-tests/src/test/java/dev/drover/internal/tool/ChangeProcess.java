package dev.drover.internal.tool;

import static dev.drover.fixture.FakeAgents.says;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import dev.drover.tools.WorkspaceTools;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// The program that is killed while it changes files: one agent, one call. Arguments: folder, tool,
/// place.
final class ChangeProcess {
  static final String STOPPED = "stopped at ";
  static final SessionId SESSION = new SessionId("s-change");

  /// Where the process stops and waits to be killed.
  enum Place {
    BEFORE_FIRST_FILE("files_touched", When.AFTER_APPEND),
    AFTER_LAST_FILE("tool_settled", When.BEFORE_APPEND),
    /// Killed at any time on its way.
    NOWHERE("nothing", When.BEFORE_APPEND);

    private final String event;
    private final When when;

    Place(String event, When when) {
      this.event = event;
      this.when = when;
    }
  }

  private enum When {
    BEFORE_APPEND,
    AFTER_APPEND
  }

  private ChangeProcess() {}

  public static void main(String[] args) {
    var folder = Path.of(args[0]);
    var place = Place.valueOf(args[2]);
    try (var drover = Drover.on(new StoppingStore(store(folder), place)).build()) {
      var report = agent(drover, folder, args[1]).open(SESSION).send("change it").await();
      System.out.println(report.status() + " " + report.text());
    }
  }

  static Store store(Path folder) {
    return SqliteStore.open(folder.resolve("change.db"));
  }

  static Agent agent(Drover drover, Path folder, String tool) {
    return drover
        .agent("editor")
        .model(FakeModel.playing(call(tool), says("over")))
        .tools(WorkspaceTools.workspace())
        .policy(Policy.ALLOW_ALL)
        .workspace(ChangedTree.in(folder).root())
        .build();
  }

  private static ModelReply call(String tool) {
    return new ModelReply(
        List.of(
            new ContentBlock.Call(
                new ToolCall("call-1", tool, Text.of(ChangedTree.argumentsOf(tool))))),
        StopReason.CALLS,
        Usage.NONE);
  }

  private static final class StoppingStore extends StoreWrapper {
    private final Store inner;
    private final Place place;

    StoppingStore(Store inner, Place place) {
      super(inner);
      this.inner = inner;
      this.place = place;
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(inner.journal()) {
        @Override
        public void append(Journal.Append append) {
          stopIf(append, When.BEFORE_APPEND);
          super.append(append);
          stopIf(append, When.AFTER_APPEND);
        }
      };
    }

    private void stopIf(Journal.Append append, When when) {
      var type = "\"type\":\"" + place.event + "\"";
      if (when != place.when
          || append.entries().stream()
              .noneMatch(entry -> entry.bytes().toString().contains(type))) {
        return;
      }
      System.out.println(STOPPED + place);
      System.out.flush();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException never) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
