package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import dev.drover.architecture.source.RuleExceptions;
import dev.drover.architecture.source.RuleFinding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Exported signatures use plain Java: no JSON library that users would have to share, no futures,
/// no reactive types.
class ExportedSignaturesTest {
  private static final List<String> UNWELCOME =
      List.of(
          "tools.jackson.",
          "com.fasterxml.jackson.",
          "java.util.concurrent.CompletableFuture",
          "java.util.concurrent.CompletionStage",
          "java.util.concurrent.Flow",
          "java.util.concurrent.Future",
          "org.reactivestreams.",
          "reactor.",
          "io.reactivex.",
          "io.smallrye.mutiny.");

  private static final RuleExceptions EXCEPTIONS =
      new RuleExceptions(
          Map.of(
              "dev.drover.watch.EventStream.publisher",
              "the one adapter for those who need a publisher"));

  @Test
  void exportedSignaturesUsePlainJava() {
    var found = unwelcome(ModuleTable.mainClasses(), ModuleTable.exportedPackages());
    assertThat(EXCEPTIONS.judge(found)).isEmpty();
  }

  @Test
  void forbiddenTypesAreFoundInEveryPosition(@TempDir Path folder) {
    var classes =
        BadCodeSamples.classes(
            folder,
            """
            package dev.drover.spi;
            import java.util.List;
            import java.util.concurrent.*;
            public abstract class Port implements Flow.Subscription {
              public static class Inner { public Future<String> inInner() { return null; } }
              protected List<CompletableFuture<String>> inField;
              public List<Future<String>> inReturn() { return null; }
              public void inParameter(Flow.Publisher<String> publisher) {}
              public <T extends Future<String>> void inBound(T value) {}
              void hidden(Future<String> future) {}
              private Future<String> alsoHidden;
            }
            """,
            """
            package dev.drover.spi.internal;
            public class Hidden { public java.util.concurrent.Future<String> mine; }
            """);
    assertThat(unwelcome(classes, Set.of("dev.drover.spi")))
        .extracting(RuleFinding::subject)
        .containsExactlyInAnyOrder(
            "dev.drover.spi.Port",
            "dev.drover.spi.Port.inField",
            "dev.drover.spi.Port.inReturn",
            "dev.drover.spi.Port.inParameter",
            "dev.drover.spi.Port.inBound",
            "dev.drover.spi.Port$Inner.inInner");
  }

  @Test
  void jacksonIsForbidden(@TempDir Path folder) {
    var classes =
        BadCodeSamples.classes(
            folder,
            "package tools.jackson.databind; public class JsonNode {}",
            """
            package dev.drover.codec;
            public record Event(tools.jackson.databind.JsonNode json) {}
            """);
    assertThat(unwelcome(classes, Set.of("dev.drover.codec")))
        .extracting(RuleFinding::subject)
        .contains("dev.drover.codec.Event.json", "dev.drover.codec.Event.<init>");
  }

  private static List<RuleFinding> unwelcome(JavaClasses classes, Set<String> exported) {
    var findings = new ArrayList<RuleFinding>();
    for (var each : classes) {
      if (exported.contains(each.getPackageName()) && isVisible(each)) {
        supertypes(each).forEach(type -> judge(each.getName(), type, findings));
        for (var member : each.getMembers()) {
          if (isVisible(member.getModifiers())) {
            types(member).forEach(type -> judge(name(member), type, findings));
          }
        }
      }
    }
    return findings.stream().distinct().toList();
  }

  private static void judge(String subject, JavaType type, List<RuleFinding> findings) {
    for (var raw : type.getAllInvolvedRawTypes()) {
      var name = raw.getBaseComponentType().getName();
      if (UNWELCOME.stream().anyMatch(name::startsWith)) {
        findings.add(new RuleFinding(subject, "shows " + name));
      }
    }
  }

  private static Stream<JavaType> supertypes(JavaClass each) {
    return Stream.concat(each.getSuperclass().stream(), each.getInterfaces().stream());
  }

  private static Stream<JavaType> types(JavaMember member) {
    return switch (member) {
      case JavaField field -> Stream.of(field.getType());
      case JavaCodeUnit unit -> {
        var thrown = unit.getExceptionTypes().stream().map(JavaType.class::cast);
        var bounds = unit.getTypeParameters().stream().flatMap(one -> one.getBounds().stream());
        var parameters = unit.getParameterTypes().stream();
        yield Stream.of(Stream.of(unit.getReturnType()), parameters, bounds, thrown)
            .flatMap(types -> types);
      }
      default -> throw new IllegalArgumentException("a member of a new kind: " + member);
    };
  }

  private static boolean isVisible(JavaClass each) {
    return isVisible(each.getModifiers())
        && each.getEnclosingClass().map(ExportedSignaturesTest::isVisible).orElse(true);
  }

  private static boolean isVisible(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
  }

  private static String name(JavaMember member) {
    return member.getOwner().getName() + "." + member.getName();
  }
}
