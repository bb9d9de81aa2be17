package dev.drover.cli.config;

import dev.drover.cli.host.Refusal;
import dev.drover.kernel.Price;
import dev.drover.model.http.facts.Ability;
import dev.drover.model.http.facts.ModelFacts;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What was configured about one model; null is what was not said.
///
/// @param where it was said, for messages
public record ModelSettings(
    @Nullable Integer window,
    @Nullable Integer output,
    @Nullable Price price,
    @Nullable Set<Ability> can,
    String where) {
  public ModelSettings {
    can = can == null ? null : Set.copyOf(can);
  }

  /// @param known what is known of it already; null for a model that is new
  /// @throws Refusal if too little is known then, or it makes no sense
  public ModelFacts over(@Nullable ModelFacts known) {
    if (known == null && (window == null || output == null)) {
      throw wrong("a model that is not known yet needs both 'window' and 'output'");
    }
    try {
      return new ModelFacts(
          window == null && known != null ? known.window() : orZero(window),
          output == null && known != null ? known.maxOutput() : orZero(output),
          price == null && known != null ? known.price() : price,
          can == null ? known == null ? Set.of() : known.abilities() : can);
    } catch (IllegalArgumentException senseless) {
      throw wrong(String.valueOf(senseless.getMessage()));
    }
  }

  private static int orZero(@Nullable Integer number) {
    return number == null ? 0 : number;
  }

  private Refusal wrong(String detail) {
    return Refusal.usage(
        "configuration_invalid", where + ": " + detail, "Say how many tokens it takes and gives.");
  }
}
