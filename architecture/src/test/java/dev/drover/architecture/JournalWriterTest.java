package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import dev.drover.architecture.source.RuleFinding;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The inbox has many writers, the journal has one.
///
/// Outside the session writer only two may call `append`: the conformance suite of the port with
/// its benchmarks, and a journal that delegates to another one it wraps.
class JournalWriterTest {
  private static final String JOURNAL = "dev.drover.spi.store.Journal";
  private static final List<String> MAY_APPEND =
      List.of("dev.drover.internal.commit.", "dev.drover.conformance.", "dev.drover.bench.");

  @Test
  void onlyTheWriterAppends() {
    assertThat(strangersWhoAppend(ModuleTable.mainClasses())).isEmpty();
  }

  /// Without this test the rule above would pass silently after the type was moved.
  @Test
  void theJournalTypeOfTheRuleExists() {
    var store =
        ModuleTable.mainClasses().stream()
            .filter(each -> each.getPackageName().equals("dev.drover.spi.store"))
            .filter(each -> !each.getSimpleName().equals("package-info"))
            .toList();
    if (!store.isEmpty()) {
      assertThat(store).extracting(JavaClass::getName).contains(JOURNAL);
      assertThat(ModuleTable.mainClasses().get(JOURNAL).getMethods())
          .anyMatch(method -> method.getName().equals("append"));
    }
  }

  @Test
  void anAppendOutsideTheWriterIsFound(@TempDir Path folder) {
    var classes =
        BadCodeSamples.classes(
            folder,
            "package dev.drover.spi.store; public interface Journal { void append(String event); }",
            """
            package dev.drover.runtime;
            import dev.drover.spi.store.Journal;
            class Stranger {
              void direct(Journal journal) { journal.append("event"); }
              Object asReference(Journal journal) {
                java.util.function.Consumer<String> consumer = journal::append;
                return consumer;
              }
            }
            """,
            """
            package dev.drover.store.jdbc;
            import dev.drover.spi.store.Journal;
            record Wrapper(Journal inner) implements Journal {
              public void append(String event) { inner.append(event); }
            }
            """,
            """
            package dev.drover.internal.commit;
            class SessionWriter {
              void write(dev.drover.spi.store.Journal journal) { journal.append("event"); }
            }
            """);
    assertThat(strangersWhoAppend(classes))
        .extracting(RuleFinding::subject)
        .containsExactly("dev.drover.runtime.Stranger", "dev.drover.runtime.Stranger");
  }

  private static List<RuleFinding> strangersWhoAppend(JavaClasses classes) {
    return classes.stream()
        .filter(each -> !each.isAssignableTo(JOURNAL))
        .filter(each -> MAY_APPEND.stream().noneMatch((each.getPackageName() + ".")::startsWith))
        .flatMap(
            each ->
                Stream.<JavaCodeUnitAccess<?>>concat(
                    each.getMethodCallsFromSelf().stream(),
                    each.getMethodReferencesFromSelf().stream()))
        .filter(access -> access.getName().equals("append"))
        .filter(access -> access.getTargetOwner().isAssignableTo(JOURNAL))
        .map(
            access ->
                new RuleFinding(
                    access.getOriginOwner().getName(), "appends: " + access.getDescription()))
        .toList();
  }
}
