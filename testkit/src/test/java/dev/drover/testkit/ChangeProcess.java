package dev.drover.testkit;

import static dev.drover.testkit.Fakes.says;

import dev.drover.kernel.Block;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Drover;
import dev.drover.runtime.policy.Policy;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
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
    /// It is killed on its way.
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
            new Block.Call(new ToolCall("call-1", tool, Text.of(ChangedTree.argumentsOf(tool))))),
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
        public void append(Append append) {
          stopIf(append, When.BEFORE_APPEND);
          super.append(append);
          stopIf(append, When.AFTER_APPEND);
        }
      };
    }

    private void stopIf(Append append, When when) {
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
