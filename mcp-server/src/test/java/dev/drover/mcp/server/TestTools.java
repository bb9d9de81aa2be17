package dev.drover.mcp.server;

import dev.drover.Param;
import dev.drover.Tool;
import dev.drover.kernel.value.EffectClass;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/// Tools of the agents in these tests.
public final class TestTools {
  final List<String> notes = new CopyOnWriteArrayList<>();
  final CountDownLatch started = new CountDownLatch(1);
  final CountDownLatch release = new CountDownLatch(1);

  public TestTools() {}

  /// Needs an approval.
  @Tool(description = "Writes a note.")
  public String note(@Param(name = "text") String text) {
    notes.add(text);
    return "written";
  }

  /// Needs no approval, and waits.
  @Tool(description = "Waits.", effects = EffectClass.IDEMPOTENT)
  public String block() throws InterruptedException {
    started.countDown();
    release.await();
    return "released";
  }
}
