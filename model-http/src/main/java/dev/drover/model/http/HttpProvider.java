package dev.drover.model.http;

import dev.drover.kernel.value.Problem;
import dev.drover.model.http.facts.ModelCatalogue;
import dev.drover.model.http.facts.ModelFacts;
import dev.drover.model.http.protocol.ModelTarget;
import dev.drover.model.http.protocol.ProviderProtocol;
import dev.drover.model.http.transport.HttpTransport;
import dev.drover.spi.PortException;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelProvider;

/// Returns the models of one provider, which share its connections.
final class HttpProvider implements ModelProvider {
  private final ProviderProtocol protocol;
  private final ProviderEndpoint endpoint;
  private final ModelCatalogue catalogue;
  private final ModelFacts assumed;
  private final HttpModelsBuilder.Made made;
  private final HttpTransport wire;

  HttpProvider(
      ProviderProtocol protocol,
      ProviderEndpoint endpoint,
      ModelCatalogue catalogue,
      ModelFacts assumed,
      HttpModelsBuilder.Made made) {
    this.protocol = protocol;
    this.endpoint = endpoint;
    this.catalogue = catalogue;
    this.assumed = assumed;
    this.made = made;
    this.wire = new HttpTransport(made.patience());
  }

  @Override
  public String name() {
    return endpoint.name();
  }

  /// Any name is accepted: a provider has new models before the catalogue does.
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
        new ModelTarget(
            name,
            model,
            known == null ? assumed : known,
            known == null ? ModelTarget.Limit.ASSUMED : ModelTarget.Limit.KNOWN,
            made.options());
    return new HttpModel(protocol, endpoint, target, wire);
  }

  @Override
  public String toString() {
    return endpoint.toString();
  }
}
