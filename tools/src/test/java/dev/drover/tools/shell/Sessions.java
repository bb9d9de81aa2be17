package dev.drover.tools.shell;

import dev.drover.tools.TestCall;
import dev.drover.tools.TestSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/// A session of its own for each call, which all end with the test.
final class Sessions implements AutoCloseable {
  private final List<TestSession> all = new CopyOnWriteArrayList<>();

  TestCall call(Path workspace, Map<String, Object> arguments) {
    var session = new TestSession(workspace);
    all.add(session);
    return TestCall.in(session, arguments);
  }

  @Override
  public void close() {
    all.forEach(TestSession::close);
  }
}
