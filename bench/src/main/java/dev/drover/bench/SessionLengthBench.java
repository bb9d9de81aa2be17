package dev.drover.bench;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.watch.Cursor;
import java.util.Locale;

/// Compares the cost of a run at the beginning of a session with its cost in a long session.
public final class SessionLengthBench {
  private static final int WINDOW = 20;
  private static final int TURNS_PER_RUN = 2;
  private static final int LATE_TURN = 2_000;
  private static final int WARM_UP = 20_000;

  private SessionLengthBench() {}

  private record Cost(double bytesAppended, double bytesAllocated) {}

  public static void main(String[] args) {
    try (var drover = Drover.inMemory()) {
      var agent = BenchWorkload.agent(drover);
      var warm = agent.open();
      for (int i = 0; i < WARM_UP; i++) {
        warm.ask(BenchWorkload.PROMPT);
      }
      var session = agent.open();
      advance(session, 20 / TURNS_PER_RUN);
      var early = cost(session);
      advance(session, (LATE_TURN - (int) session.turnCount()) / TURNS_PER_RUN);
      var late = cost(session);
      print("appended", early.bytesAppended(), late.bytesAppended());
      print("allocated", early.bytesAllocated(), late.bytesAllocated());
    }
  }

  private static void advance(Session session, int runs) {
    for (int i = 0; i < runs; i++) {
      session.ask(BenchWorkload.PROMPT);
    }
  }

  private static Cost cost(Session session) {
    long events = session.eventCount();
    long allocated = JvmMeter.allocated();
    advance(session, WINDOW);
    allocated = JvmMeter.allocated() - allocated;
    long appended =
        session.page(new Cursor(session.id(), events), Integer.MAX_VALUE).items().stream()
            .mapToLong(notice -> notice.line().length())
            .sum();
    return new Cost((double) appended / WINDOW, (double) allocated / WINDOW);
  }

  private static void print(String what, double early, double late) {
    System.out.printf(
        Locale.ROOT,
        "bytes %s a run: %,.0f from turn 20, %,.0f from turn 2,000, ratio %.2f%n",
        what,
        early,
        late,
        late / early);
  }
}
