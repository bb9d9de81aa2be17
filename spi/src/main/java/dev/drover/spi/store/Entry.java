package dev.drover.spi.store;

/// One encoded event.
public record Entry(long seq, Bytes bytes) {}
