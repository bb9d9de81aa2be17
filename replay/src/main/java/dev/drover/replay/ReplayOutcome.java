package dev.drover.replay;

/// The outcome of a replay.
public sealed interface ReplayOutcome permits ReplayReport, ReplayDivergence {}
