package dev.drover.runtime.replay;

/// How a replay ended.
public sealed interface ReplayOutcome permits ReplayReport, Divergence {}
