package dev.drover.tools.shell;

import dev.drover.conformance.TrialSession;
import dev.drover.tools.TestCall;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/// A session of its own for each call, which all end with the test.
final class Sessions implements AutoCloseable {
  private final List<TrialSession> all = new CopyOnWriteArrayList<>();

  TestCall call(Path workspace, Map<String, Object> arguments) {
    var session = new TrialSession(workspace);
    all.add(session);
    return TestCall.in(session, arguments);
  }

  @Override
  public void close() {
    all.forEach(TrialSession::close);
  }
}
