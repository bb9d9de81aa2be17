package dev.drover.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.bench.peers.AgentLoop.Turn;
import dev.drover.bench.peers.Stage.Ending;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentLoopTest {
  @TempDir Path folder;

  private final List<Reply> told = new ArrayList<>();

  @Test
  void aTripIsFiveSteps() {
    var steps = new Kept(List.of());
    assertThat(loop(Scene.TRIP).run("What is the weather in Paris and in Oslo?", steps))
        .isEqualTo("It is sunny in Paris and it rains in Oslo.");
    assertThat(steps.names).containsExactly("model", "weather", "model", "weather", "model");
    assertThat(steps.results)
        .containsExactly(
            new Turn("call-1", "Paris", 120, 20),
            "sunny, 21 degrees",
            new Turn("call-2", "Oslo", 120, 20),
            "rain, 9 degrees",
            new Turn("", "It is sunny in Paris and it rains in Oslo.", 160, 12));
  }

  @Test
  void whatAnEngineHasKeptIsNotDoneAgain() {
    var steps = new Kept(List.of(new Turn("call-9", "17", 120, 20), "paid by hand"));
    assertThat(loop(Scene.PAYMENT).run("Pay bill 17.", steps)).isEqualTo("Bill 17 is paid.");
    assertThat(folder.resolve(Stage.PAYMENTS)).doesNotExist();
    assertThat(told)
        .containsExactly(
            Reply.of("told")
                .with("messages", "prompt | call of pay | result of pay: paid by hand"));
  }

  private AgentLoop loop(Scene scene) {
    return new AgentLoop(new Stage(scene, folder, Ending.RETURNS, "", told::add));
  }

  /// An engine that has kept the results of the first steps.
  private static final class Kept implements AgentLoop.Ledger {
    private final List<String> names = new ArrayList<>();
    private final List<Object> results;

    Kept(List<Object> results) {
      this.results = new ArrayList<>(results);
    }

    @Override
    public <T> T take(String name, Class<T> type, Supplier<T> work) {
      names.add(name);
      if (results.size() < names.size()) {
        results.add(work.get());
      }
      return type.cast(results.get(names.size() - 1));
    }
  }
}
