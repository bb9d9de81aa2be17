package dev.drover.runtime.agent;

import dev.drover.kernel.Limits;
import dev.drover.kernel.WhenBusy;

/// How the runs of an agent go, whatever they are about.
///
/// @param whenBusy what becomes of a prompt that does not say so itself
public record Conduct(Limits limits, WhenBusy whenBusy) {}
