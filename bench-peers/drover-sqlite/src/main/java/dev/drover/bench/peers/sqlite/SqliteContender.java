package dev.drover.bench.peers.sqlite;

import dev.drover.bench.peers.Child;
import dev.drover.bench.peers.drover.DroverContender;
import dev.drover.runtime.Drover;

/// Starts [DroverContender] on the embedded store.
public final class SqliteContender {
  private SqliteContender() {}

  public static void main(String[] args) {
    Child.main(stage -> new DroverContender(stage, Drover.embedded(stage.folder())), args);
  }
}
