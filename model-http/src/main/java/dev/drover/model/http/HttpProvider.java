package dev.drover.model.http;

import dev.drover.kernel.Problem;
import dev.drover.model.http.facts.Catalogue;
import dev.drover.model.http.facts.ModelFacts;
import dev.drover.model.http.protocol.Protocol;
import dev.drover.model.http.protocol.Target;
import dev.drover.model.http.wire.Wire;
import dev.drover.spi.PortException;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelProvider;

/// Gives the models of one provider, which share its connections.
final class HttpProvider implements ModelProvider {
  private final Protocol protocol;
  private final Endpoint endpoint;
  private final Catalogue catalogue;
  private final ModelFacts assumed;
  private final HttpModelsBuilder.Made made;
  private final Wire wire;

  HttpProvider(
      Protocol protocol,
      Endpoint endpoint,
      Catalogue catalogue,
      ModelFacts assumed,
      HttpModelsBuilder.Made made) {
    this.protocol = protocol;
    this.endpoint = endpoint;
    this.catalogue = catalogue;
    this.assumed = assumed;
    this.made = made;
    this.wire = new Wire(made.patience());
  }

  @Override
  public String name() {
    return endpoint.name();
  }

  /// Any name is accepted: a provider has new models before we know of them.
  @Override
  public Model model(String model) {
    if (!model.matches("[\\w.:/@+-]{1,200}")) {
      throw new PortException(
          new Problem(
              "model_unknown",
              "No such model",
              "%s has no model '%s': a name has letters, digits and . : / @ + - _ only"
                  .formatted(name(), model),
              "Write the name as the provider writes it."),
          null);
    }
    var name = endpoint.name() + "/" + model;
    var known = catalogue.find(name).orElse(null);
    var target =
        new Target(
            name,
            model,
            known == null ? assumed : known,
            known == null ? Target.Limit.ASSUMED : Target.Limit.KNOWN,
            made.options());
    return new HttpModel(protocol, endpoint, target, wire);
  }

  @Override
  public String toString() {
    return endpoint.toString();
  }
}
