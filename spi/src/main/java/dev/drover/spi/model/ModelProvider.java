package dev.drover.spi.model;

/// Returns models by name. `provider/model` is looked up as the model `model` of this provider.
public interface ModelProvider {
  /// The part before the slash.
  String name();

  /// @throws dev.drover.spi.PortException if there is no such model; suggests similar names
  Model model(String model);
}
