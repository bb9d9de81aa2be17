package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A method that is named like a question changes nothing: it assigns no field, and calls no method
/// that changes a collection, an atomic variable or a queue in a field.
class QuestionsTest {
  private static final Pattern QUESTION = Pattern.compile("(is|has|was|are|can|must)[A-Z].*");

  private static final Set<String> CHANGES =
      Set.of(
          "add",
          "addAll",
          "addFirst",
          "addLast",
          "clear",
          "compareAndSet",
          "computeIfAbsent",
          "computeIfPresent",
          "decrementAndGet",
          "getAndAdd",
          "getAndIncrement",
          "getAndSet",
          "incrementAndGet",
          "merge",
          "offer",
          "poll",
          "pollFirst",
          "pollLast",
          "push",
          "put",
          "putAll",
          "putIfAbsent",
          "remove",
          "removeAll",
          "removeFirst",
          "removeIf",
          "removeLast",
          "replace",
          "set",
          "take");

  private static final Map<String, String> EXCEPTIONS =
      Map.of(".hasNext", "an iterator reads ahead to answer it");

  @Test
  void questionsChangeNothing() {
    assertThat(changingQuestions(ModuleTable.mainClasses()))
        .filteredOn(found -> !EXCEPTIONS.containsKey(found.split(" ", 2)[0]))
        .isEmpty();
  }

  @Test
  void aQuestionThatChangesSomethingIsFound(@TempDir Path folder) {
    var classes =
        BadCodeSamples.classes(
            folder,
            """
            package dev.drover.spi;
            import java.util.*;
            import java.util.concurrent.atomic.*;
            class Door {
              private boolean open;
              private final Set<String> seen = new HashSet<>();
              private final AtomicBoolean taken = new AtomicBoolean();
              boolean isOpen() { open = true; return open; }
              boolean wasSeen(String who) { return !seen.add(who); }
              boolean hasBeenTaken() { return taken.getAndSet(true); }
              boolean isShut() { var local = new ArrayList<String>(); local.add("x"); return !open; }
              boolean open() { open = true; return true; }
              boolean issue() { open = true; return true; }
            }
            """);
    assertThat(changingQuestions(classes))
        .extracting(found -> found.split(" ", 2)[0])
        .containsExactly("Door.hasBeenTaken", "Door.isOpen", "Door.wasSeen");
  }

  private static List<String> changingQuestions(JavaClasses classes) {
    var found = new TreeSet<String>();
    for (var each : classes) {
      for (var method : each.getMethods()) {
        if (QUESTION.matcher(method.getName()).matches()) {
          assigned(method).forEach(what -> found.add(name(method) + " assigns " + what));
          changed(method).forEach(what -> found.add(name(method) + " calls " + what));
        }
      }
    }
    return List.copyOf(found);
  }

  private static String name(JavaMethod method) {
    return method.getOwner().getSimpleName() + "." + method.getName();
  }

  private static List<String> assigned(JavaMethod method) {
    return method.getFieldAccesses().stream()
        .filter(access -> access.getAccessType() == JavaFieldAccess.AccessType.SET)
        .map(access -> access.getTarget().getName())
        .toList();
  }

  /// The class files do not name the receiver of a call. A method that also creates a collection
  /// may change that one, so it is not reported.
  private static List<String> changed(JavaMethod method) {
    boolean hasItsOwn =
        method.getConstructorCallsFromSelf().stream()
            .anyMatch(call -> call.getTargetOwner().getPackageName().startsWith("java.util"));
    if (hasItsOwn) {
      return List.of();
    }
    return method.getMethodCallsFromSelf().stream()
        .filter(call -> call.getTargetOwner().getPackageName().startsWith("java.util"))
        .filter(call -> CHANGES.contains(call.getTarget().getName()))
        .map(call -> call.getTargetOwner().getSimpleName() + "." + call.getTarget().getName())
        .toList();
  }
}
