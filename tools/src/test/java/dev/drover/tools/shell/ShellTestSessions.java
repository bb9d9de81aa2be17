package dev.drover.tools.shell;

import dev.drover.conformance.ToolTestSession;
import dev.drover.tools.TestCall;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/// A session of its own for each call; all of them end with the test.
final class ShellTestSessions implements AutoCloseable {
  private final List<ToolTestSession> all = new CopyOnWriteArrayList<>();

  TestCall call(Path workspace, Map<String, Object> arguments) {
    var session = new ToolTestSession(workspace);
    all.add(session);
    return TestCall.in(session, arguments);
  }

  @Override
  public void close() {
    all.forEach(ToolTestSession::close);
  }
}
