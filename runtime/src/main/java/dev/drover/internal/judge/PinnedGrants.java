package dev.drover.internal.judge;

import dev.drover.internal.agent.AgentToolSet;
import dev.drover.internal.agent.PinnedDefinition;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.value.BlobId;
import dev.drover.spi.text.VisibleMarks;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Grants of one tool. If the definition of the tool comes from outside, a grant names the digest
/// of the definition that a person has seen, and is valid for that one only.
///
/// Such a grant is a line of a rule, `sha256:` with the digest, and the content in which the
/// definition is stored, so that a later definition can be compared with it. It is not a rule by
/// itself, so code that does not know of pins grants nothing.
///
/// @param tool null if its definition cannot change
record PinnedGrants(String name, @Nullable PinnedDefinition tool, List<String> grants) {
  private static final Pattern PINNED =
      Pattern.compile("(?<rule>.*) sha256:(?<digest>[0-9a-f]{64}) (?<content>[0-9a-f]{64})");

  private record PinnedGrant(String rule, String digest, BlobId definition) {
    static @Nullable PinnedGrant parse(String line) {
      var found = PINNED.matcher(line);
      return found.matches()
          ? new PinnedGrant(
              found.group("rule"), found.group("digest"), new BlobId(found.group("content")))
          : null;
    }

    boolean isOf(String name) {
      return rule.equals(name) || rule.startsWith(name + "(");
    }
  }

  /// @param grants what people granted, for any tool
  static PinnedGrants of(AgentToolSet.Entry entry, List<String> grants) {
    var pinned = entry.tool().inner() instanceof PinnedDefinition known ? known : null;
    return new PinnedGrants(entry.spec().name(), pinned, grants);
  }

  /// The rules that are valid for the current definition.
  List<String> rules() {
    if (tool == null) {
      return grants;
    }
    return pins().stream()
        .filter(each -> each.digest().equals(tool.digest()))
        .map(PinnedGrant::rule)
        .toList();
  }

  /// All of this tool, oldest first.
  private List<PinnedGrant> pins() {
    return grants.stream()
        .flatMap(String::lines)
        .map(PinnedGrant::parse)
        .filter(Objects::nonNull)
        .filter(each -> each.isOf(name))
        .toList();
  }

  /// What a yes for more than once adds.
  ///
  /// @param rules one in a line; may be empty
  String pinned(String rules, EventTexts texts) {
    if (tool == null || rules.isEmpty()) {
      return rules;
    }
    var content = texts.keepLasting(tool.definition());
    return rules
        .lines()
        .map(rule -> "%s sha256:%s %s".formatted(rule, tool.digest(), content.sha256()))
        .collect(Collectors.joining("\n"));
  }

  /// What a person sees: the definition, or how it differs from the one that was granted, and then
  /// the call.
  String preview(String call, EventTexts texts) {
    if (tool == null || !rules().isEmpty()) {
      return call;
    }
    var now = VisibleMarks.of(tool.definition());
    return earlier(texts)
            .map(
                before ->
                    "The definition of %s has changed since it was granted:\n%s"
                        .formatted(name, DefinitionDiff.of(before, now)))
            .orElseGet(() -> "The definition of %s:\n%s".formatted(name, now))
        + "\nThe call:\n"
        + call;
  }

  /// The definition that was granted last, if it differs and is still stored.
  private Optional<String> earlier(EventTexts texts) {
    return pins().stream()
        .reduce((_, last) -> last)
        .flatMap(grant -> texts.find(grant.definition()))
        .map(bytes -> VisibleMarks.of(new String(bytes, StandardCharsets.UTF_8)));
  }
}
