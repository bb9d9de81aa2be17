package dev.drover.spi.model;

/// Receives fragments as they arrive. Never blocks and never fails: a watcher must not slow a run.
@FunctionalInterface
public interface DeltaSink {
  void accept(Delta delta);
}
