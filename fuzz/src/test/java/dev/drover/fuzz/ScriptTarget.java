package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.script.ScriptedModel;
import dev.drover.spi.PortException;
import dev.drover.spi.time.Time;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// The result is a script, or a problem that names an existing line.
final class ScriptTarget implements FuzzTarget {
  private static final Pattern PLACE = Pattern.compile("script, line (\\d+): .*", Pattern.DOTALL);

  private final Time time = Time.system();

  @Override
  public void accept(byte[] input) {
    var yaml = new String(input, StandardCharsets.UTF_8);
    try {
      assertThat(ScriptedModel.parse(yaml, time).name()).isEqualTo("script/inline");
    } catch (PortException refused) {
      RefusalChecks.check(refused.problem(), "script_invalid");
      var place = PLACE.matcher(refused.problem().detail());
      assertThat(place.matches()).as(refused.problem().detail()).isTrue();
      assertThat(Long.parseLong(place.group(1))).isBetween(1L, yaml.lines().count() + 1);
    }
  }
}
