package dev.drover.internal.agent;

import dev.drover.budget.ModelPrices;

/// The models of the host, and what happens when an agent is built.
///
/// @param isDrivenOnStart whether unfinished runs of an agent are continued as soon as it is built
public record HostModels(ModelLookup lookup, ModelPrices prices, boolean isDrivenOnStart) {}
