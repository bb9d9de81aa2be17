package dev.drover.internal.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.Drover;
import dev.drover.fixture.CallGateFixture;
import dev.drover.hook.Hook.GateOutcome;
import dev.drover.policy.Policy;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.tool.DirectTools.ToolReport;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Which hooks run, and in which order.
@Tag("E6")
@Timeout(60)
final class HookRegistrationTest {
  private final CallGateFixture fixture = new CallGateFixture();

  @Test
  void hooksAreAskedByPriorityAndThenInRegistrationOrder() {
    try (var drover = Drover.inMemory()) {
      var agent =
          fixture.agent(
              drover,
              Policy.ALLOW_ALL,
              fixture.saying("third", GateOutcome.proceed()),
              fixture.saying("last", GateOutcome.proceed()).withPriority(7),
              fixture.saying("first", GateOutcome.proceed()).withPriority(-1));
      var session = agent.open();
      agent.hooks().register(fixture.saying("fourth", GateOutcome.proceed()));
      session.hooks().register(fixture.saying("fifth", GateOutcome.proceed()));
      session.hooks().register(fixture.saying("second", GateOutcome.proceed()).withPriority(-1));
      session.ask("go");
      assertThat(fixture.asked)
          .containsExactly("first {}", "second {}", "third {}", "fourth {}", "fifth {}", "last {}");
      assertThat(fixture.got).containsExactly("{}");
      assertThat(CallGateFixture.planned(session).marks()).isEmpty();
    }
  }

  @Test
  void hooksCanBeAddedAndRemovedWhileASessionIsOpen() {
    try (var drover = Drover.inMemory()) {
      var agent =
          fixture.agent(drover, Policy.ALLOW_ALL, fixture.saying("one", GateOutcome.proceed()));
      var session = agent.open();
      assertThat(agent.hooks().count()).isEqualTo(1);
      assertThat(session.hooks().count()).isZero();
      session.hooks().register(fixture.saying("two", GateOutcome.deny("no")));
      assertThat(session.hooks().count()).isEqualTo(1);
      assertThat(agent.hooks().unregister("one")).isTrue();
      assertThat(agent.hooks().unregister("one")).isFalse();
      assertThat(session.tool("count", Map.of()).status()).isEqualTo(ToolReport.Status.DENIED);
      assertThat(session.hooks().unregister("two")).isTrue();
      assertThat(session.tool("count", Map.of()).status()).isEqualTo(ToolReport.Status.SUCCEEDED);
      assertThat(fixture.asked).containsExactly("two {}");
    }
  }

  @Test
  void hookNamesAreUnique() {
    try (var drover = Drover.inMemory()) {
      var one = fixture.saying("one", GateOutcome.proceed());
      assertThatExceptionOfType(ConfigurationInvalid.class)
          .isThrownBy(() -> fixture.agent(drover, Policy.ALLOW_ALL, one, one))
          .withMessageContaining("a hook named 'one' is registered already");
      var session = fixture.agent(drover, Policy.ALLOW_ALL, one).open();
      session.hooks().register(fixture.saying("two", GateOutcome.proceed()));
      assertThatExceptionOfType(ConfigurationInvalid.class)
          .isThrownBy(() -> session.hooks().register(fixture.saying("two", GateOutcome.proceed())))
          .withMessageContaining("a hook named 'two' is registered already");
    }
  }
}
