package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import dev.drover.architecture.source.RuleExceptions;
import dev.drover.architecture.source.RuleFinding;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Some calls have one owner, because tests must be able to replace them: the clock, randomness,
/// the environment, the standard streams. Others have none, because they hide a bound or a state.
class OwnedCallsTest {
  private static final String CLI = "dev.drover.cli";
  private static final String BENCH = "dev.drover.bench";

  /// The one source of time, ids and chance; everybody else gets it through the port.
  private static final String SYSTEM_TIME = "dev.drover.spi.time.SystemTime";

  private static final List<Owned> OWNED =
      List.of(
          new Owned("the clock", OwnedCallsTest::readsClock, Set.of(SYSTEM_TIME, BENCH)),
          new Owned("chance", OwnedCallsTest::takesChance, Set.of(SYSTEM_TIME)),
          new Owned("sleep", OwnedCallsTest::sleeps, Set.of(SYSTEM_TIME)),
          new Owned("a thread's own state", OwnedCallsTest::isThreadLocal, Set.of()),
          new Owned("a queue without a bound", OwnedCallsTest::isUnboundedQueue, Set.of()),
          new Owned("the environment", OwnedCallsTest::readsEnvironment, Set.of(CLI, BENCH)),
          new Owned("the end of the program", OwnedCallsTest::endsProgram, Set.of(CLI, BENCH)),
          new Owned("a standard stream", OwnedCallsTest::usesStream, Set.of(CLI, BENCH)));

  /// Classes that may use a call they do not own: `class uses thing`, and why.
  private static final RuleExceptions EXCEPTIONS =
      new RuleExceptions(
          Map.of(
              "dev.drover.store.sql.DatabaseDeadline uses the clock",
              "bounds waits for locks of other processes and checks of a store; no event carries"
                  + " that time",
              "dev.drover.store.memory.MemoryStore uses the clock",
              "is the clock of the store, by which leases end; no event carries that time",
              "dev.drover.store.jdbc.SqliteLibrary uses the environment",
              "tells the driver where its native library is, for which it has properties only",
              "dev.drover.internal.concurrent.MonotonicClock uses the clock",
              "measures how long a thread has really waited; no event carries that time",
              "dev.drover.cli.runtime.McpSecret uses chance",
              "makes a secret, which must not be guessable; no event carries it",
              "dev.drover.mcp.oauth.PkceVerifier uses chance",
              "must be unguessable for an attacker, which the port does not promise",
              "dev.drover.bench.StreamPacer uses a queue without a bound",
              "holds one reply for each connection that is being served"));

  private static final Set<String> UNBOUNDED =
      Set.of(
          "java.util.concurrent.ConcurrentLinkedDeque",
          "java.util.concurrent.ConcurrentLinkedQueue",
          "java.util.concurrent.DelayQueue",
          "java.util.concurrent.LinkedTransferQueue",
          "java.util.concurrent.PriorityBlockingQueue");
  private static final Set<String> BOUNDED_ON_REQUEST =
      Set.of(
          "java.util.concurrent.LinkedBlockingDeque", "java.util.concurrent.LinkedBlockingQueue");
  private static final Set<String> QUEUEING_EXECUTORS =
      Set.of(
          "newFixedThreadPool",
          "newScheduledThreadPool",
          "newSingleThreadExecutor",
          "newSingleThreadScheduledExecutor");

  /// A call, how its use is recognised, and the classes or packages that own it.
  private record Owned(String thing, Predicate<JavaAccess<?>> use, Set<String> owners) {

    boolean isOwner(JavaClass user) {
      return owners.stream()
          .anyMatch(
              owner ->
                  user.getName().equals(owner)
                      || user.getName().startsWith(owner + "$")
                      || user.getName().startsWith(owner + "."));
    }
  }

  @Test
  void onlyOwnersUseOwnedCalls() {
    assertThat(EXCEPTIONS.judge(strangers(ModuleTable.mainClasses()))).isEmpty();
  }

  @Test
  void everyUseOutsideTheOwnerIsFound(@TempDir Path folder) {
    var classes =
        BadCodeSamples.classes(
            folder,
            """
            package dev.drover.runtime;
            import java.time.*;
            import java.util.*;
            import java.util.concurrent.*;
            class Stranger {
              static final ThreadLocal<String> STATE = new ThreadLocal<>();
              Callable<Instant> reference = Instant::now;
              Object[] clock() {
                return new Object[] {
                  Instant.now(), LocalDate.now(), Clock.systemUTC(),
                  System.currentTimeMillis(), System.nanoTime()
                };
              }
              Object[] chance() {
                return new Object[] {
                  UUID.randomUUID(), Math.random(), new Random(), ThreadLocalRandom.current(),
                  new SplittableRandom(), new java.security.SecureRandom()
                };
              }
              void sleep() throws InterruptedException {
                Thread.sleep(1);
                TimeUnit.SECONDS.sleep(1);
              }
              Object[] queues() {
                return new Object[] {
                  new LinkedBlockingQueue<String>(), new LinkedBlockingDeque<>(List.of()),
                  new ConcurrentLinkedQueue<String>(), Executors.newFixedThreadPool(2)
                };
              }
              Object environment() { return System.getenv("HOME") + System.getProperty("user.dir"); }
              void end() { System.exit(1); Runtime.getRuntime().halt(1); }
              void streams() throws Exception { System.err.println(System.in.read()); }
            }
            """);
    assertThat(strangers(classes))
        .extracting(RuleFinding::subject)
        .contains(
            "dev.drover.runtime.Stranger uses the clock",
            "dev.drover.runtime.Stranger uses chance",
            "dev.drover.runtime.Stranger uses sleep",
            "dev.drover.runtime.Stranger uses a thread's own state",
            "dev.drover.runtime.Stranger uses a queue without a bound",
            "dev.drover.runtime.Stranger uses the environment",
            "dev.drover.runtime.Stranger uses the end of the program",
            "dev.drover.runtime.Stranger uses a standard stream")
        .hasSize(25);
  }

  @Test
  void seededBoundedAndOwnedCallsAreAllowed(@TempDir Path folder) {
    var classes =
        BadCodeSamples.classes(
            folder,
            """
            package dev.drover.testkit;
            import java.util.concurrent.*;
            class Calm {
              Object seeded = new java.util.SplittableRandom(42);
              Object bounded = new LinkedBlockingQueue<String>(16);
              Object threads = Executors.newVirtualThreadPerTaskExecutor();
            }
            """,
            "package dev.drover.cli; class Main { void end() { System.exit(1); } }",
            """
            package dev.drover.spi.time;
            class SystemTime { Object now() { return java.time.Instant.now(); } }
            """);
    assertThat(strangers(classes)).isEmpty();
  }

  private static List<RuleFinding> strangers(JavaClasses classes) {
    return classes.stream()
        .flatMap(each -> each.getAccessesFromSelf().stream())
        .flatMap(
            access ->
                OWNED.stream()
                    .filter(owned -> owned.use().test(access))
                    .filter(owned -> !owned.isOwner(access.getOriginOwner()))
                    .map(owned -> finding(access, owned)))
        .toList();
  }

  private static RuleFinding finding(JavaAccess<?> access, Owned owned) {
    var subject = access.getOriginOwner().getName() + " uses " + owned.thing();
    return new RuleFinding(subject, access.getDescription());
  }

  private static boolean readsClock(JavaAccess<?> access) {
    var owner = access.getTargetOwner();
    return (owner.getPackageName().equals("java.time")
            && access.getName().matches("now|system(?!Default).*|tick.*"))
        || isCall(access, System.class, "currentTimeMillis", "nanoTime");
  }

  private static boolean takesChance(JavaAccess<?> access) {
    return isCall(access, UUID.class, "randomUUID")
        || isCall(access, Math.class, "random")
        || isCall(access, ThreadLocalRandom.class, "current")
        || isNew(access, "java.security.SecureRandom")
        || (isNew(access, "java.util.Random", "java.util.SplittableRandom")
            && parameters(access).isEmpty());
  }

  private static boolean sleeps(JavaAccess<?> access) {
    return isCall(access, Thread.class, "sleep") || isCall(access, TimeUnit.class, "sleep");
  }

  private static boolean isThreadLocal(JavaAccess<?> access) {
    return access.getTargetOwner().isAssignableTo(ThreadLocal.class);
  }

  private static boolean isUnboundedQueue(JavaAccess<?> access) {
    return isNew(access, UNBOUNDED.toArray(String[]::new))
        || (isNew(access, BOUNDED_ON_REQUEST.toArray(String[]::new))
            && !parameters(access).equals(List.of("int")))
        || (access.getTargetOwner().isEquivalentTo(Executors.class)
            && QUEUEING_EXECUTORS.contains(access.getName()));
  }

  private static boolean readsEnvironment(JavaAccess<?> access) {
    return isCall(access, System.class, "getenv", "getProperty", "getProperties", "setProperty");
  }

  private static boolean endsProgram(JavaAccess<?> access) {
    return isCall(access, System.class, "exit") || isCall(access, Runtime.class, "exit", "halt");
  }

  private static boolean usesStream(JavaAccess<?> access) {
    return isCall(access, System.class, "out", "err", "in", "console", "setOut", "setErr", "setIn");
  }

  private static boolean isCall(JavaAccess<?> access, Class<?> owner, String... names) {
    return access.getTargetOwner().isEquivalentTo(owner)
        && List.of(names).contains(access.getName());
  }

  private static boolean isNew(JavaAccess<?> access, String... types) {
    return access.getName().equals("<init>")
        && List.of(types).contains(access.getTargetOwner().getName());
  }

  private static List<String> parameters(JavaAccess<?> access) {
    return access instanceof JavaCodeUnitAccess<?> call
        ? call.getTarget().getRawParameterTypes().stream().map(JavaClass::getName).toList()
        : List.of();
  }
}
