package dev.drover.cli.config;

import dev.drover.cli.environment.CliRefusal;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.model.http.facts.ModelAbility;
import dev.drover.model.http.facts.ModelFacts;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The settings of one model; null where nothing was configured.
///
/// @param where the source of the setting, for messages
public record ModelSettings(
    @Nullable Integer window,
    @Nullable Integer output,
    @Nullable TokenPrice price,
    @Nullable Set<ModelAbility> can,
    String where) {
  public ModelSettings {
    can = can == null ? null : Set.copyOf(can);
  }

  /// @param known the catalogue's facts; null for an unknown model
  /// @throws CliRefusal if the combined facts are incomplete or inconsistent
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

  private CliRefusal wrong(String detail) {
    return CliRefusal.usage(
        "configuration_invalid", where + ": " + detail, "Say how many tokens it takes and gives.");
  }
}
