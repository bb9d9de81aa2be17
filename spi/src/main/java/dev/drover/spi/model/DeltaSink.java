package dev.drover.spi.model;

/// Takes fragments as they come. Never blocks and never fails: nobody who watches slows a run.
@FunctionalInterface
public interface DeltaSink {
  void accept(Delta delta);
}
