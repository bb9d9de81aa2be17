package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.runtime.Drover;
import dev.drover.runtime.ToolReport;
import dev.drover.runtime.hook.GateOutcome;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.ConfigurationInvalid;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Which hooks are asked, and in which order.
@Tag("E6")
@Timeout(60)
final class HookRegistrationTest {
  private final CallGateStage stage = new CallGateStage();

  @Test
  void theyAreAskedByPriorityAndThenInTheOrderOfTheirRegistration() {
    try (var drover = Drover.inMemory()) {
      var agent =
          stage.agent(
              drover,
              Policy.ALLOW_ALL,
              stage.saying("third", GateOutcome.proceed()),
              stage.saying("last", GateOutcome.proceed()).withPriority(7),
              stage.saying("first", GateOutcome.proceed()).withPriority(-1));
      var session = agent.open();
      agent.hooks().register(stage.saying("fourth", GateOutcome.proceed()));
      session.hooks().register(stage.saying("fifth", GateOutcome.proceed()));
      session.hooks().register(stage.saying("second", GateOutcome.proceed()).withPriority(-1));
      session.ask("go");
      assertThat(stage.asked)
          .containsExactly("first {}", "second {}", "third {}", "fourth {}", "fifth {}", "last {}");
      assertThat(stage.got).containsExactly("{}");
      assertThat(CallGateStage.planned(session).marks()).isEmpty();
    }
  }

  @Test
  void hooksComeAndGoWhileASessionIsOpen() {
    try (var drover = Drover.inMemory()) {
      var agent = stage.agent(drover, Policy.ALLOW_ALL, stage.saying("one", GateOutcome.proceed()));
      var session = agent.open();
      assertThat(agent.hooks().count()).isEqualTo(1);
      assertThat(session.hooks().count()).isZero();
      session.hooks().register(stage.saying("two", GateOutcome.deny("no")));
      assertThat(session.hooks().count()).isEqualTo(1);
      assertThat(agent.hooks().unregister("one")).isTrue();
      assertThat(agent.hooks().unregister("one")).isFalse();
      assertThat(session.tool("count", Map.of()).status()).isEqualTo(ToolReport.Status.DENIED);
      assertThat(session.hooks().unregister("two")).isTrue();
      assertThat(session.tool("count", Map.of()).status()).isEqualTo(ToolReport.Status.SUCCEEDED);
      assertThat(stage.asked).containsExactly("two {}");
    }
  }

  @Test
  void aNameIsGivenOnce() {
    try (var drover = Drover.inMemory()) {
      var one = stage.saying("one", GateOutcome.proceed());
      assertThatExceptionOfType(ConfigurationInvalid.class)
          .isThrownBy(() -> stage.agent(drover, Policy.ALLOW_ALL, one, one))
          .withMessageContaining("a hook named 'one' is registered already");
      var session = stage.agent(drover, Policy.ALLOW_ALL, one).open();
      session.hooks().register(stage.saying("two", GateOutcome.proceed()));
      assertThatExceptionOfType(ConfigurationInvalid.class)
          .isThrownBy(() -> session.hooks().register(stage.saying("two", GateOutcome.proceed())))
          .withMessageContaining("a hook named 'two' is registered already");
    }
  }
}
