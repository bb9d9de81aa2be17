package dev.drover.model.http.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.budget.TokenPrice;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelCatalogueTest {
  @Test
  void aKnownModelHasItsLimitsItsPriceAndItsAbilities() {
    assertThat(ModelCatalogue.known().find("anthropic/claude-sonnet-4-5"))
        .contains(
            new ModelFacts(
                200_000,
                64_000,
                new TokenPrice(3_000_000, 15_000_000, 300_000, 3_750_000),
                Set.of(
                    ModelAbility.IMAGES,
                    ModelAbility.DOCUMENTS,
                    ModelAbility.REASONING,
                    ModelAbility.JSON)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "anthropic/claude-sonnet-4-5-20250929",
        "anthropic/claude-sonnet-4-5-latest",
        "anthropic/claude-sonnet-4-5-2025-09-29"
      })
  void aReleaseOfAModelHasTheFactsOfTheModel(String release) {
    var catalogue = ModelCatalogue.known();
    assertThat(catalogue.find(release)).isPresent();
    assertThat(catalogue.find(release)).isEqualTo(catalogue.find("anthropic/claude-sonnet-4-5"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "anthropic/claude-sonnet-4-5-mini",
        "openai/claude-sonnet-4-5",
        "claude-sonnet-4-5",
        "anthropic/claude-sonnet-4-5-1"
      })
  void otherModelsAreUnknown(String name) {
    assertThat(ModelCatalogue.known().find(name)).isEmpty();
  }

  @Test
  void factsAddedByAHostOverrideOnlyTheirEntry() {
    var own = new ModelFacts(10, 5, null, Set.of());
    var more = ModelCatalogue.known().plus("openai/gpt-5", own).plus("home/sheep", own);
    assertThat(more.find("openai/gpt-5")).contains(own);
    assertThat(more.find("home/sheep")).contains(own);
    assertThat(more.find("openai/gpt-5-mini"))
        .isEqualTo(ModelCatalogue.known().find("openai/gpt-5-mini"));
    assertThat(ModelCatalogue.known().find("home/sheep")).isEmpty();
    assertThat(ModelCatalogue.empty().models()).isEmpty();
  }

  @Test
  void everyProviderIsListedAndPricesAreConsistent() {
    var models = ModelCatalogue.known().models();
    assertThat(models.keySet().stream().map(name -> name.substring(0, name.indexOf('/'))))
        .contains("anthropic", "openai", "google", "deepseek");
    models.forEach(
        (name, facts) -> {
          var price = facts.price();
          if (price != null) {
            assertThat(price.output()).as(name).isGreaterThan(price.input());
            assertThat(price.cacheRead()).as(name).isLessThan(price.input());
          }
        });
  }

  @Test
  void impossibleFactsAreRejected() {
    assertThatThrownBy(() -> new ModelFacts(10, 11, null, Set.of()))
        .hasMessage(
            "a model gives at least one token, and no more than its window holds: 11 of 10");
  }
}
