package dev.drover.hook;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The points at which hooks are called, with their names in commands and files.
public enum HookPointName {
  SESSION_START(HookPoint.SessionStart.class),
  SESSION_END(HookPoint.SessionEnd.class),
  PROMPT_SUBMIT(HookPoint.PromptSubmit.class),
  BEFORE_MODEL(HookPoint.BeforeModel.class),
  AFTER_MODEL(HookPoint.AfterModel.class),
  BEFORE_TOOL(HookPoint.BeforeTool.class),
  AFTER_TOOL(HookPoint.AfterTool.class),
  BEFORE_COMPACTION(HookPoint.BeforeCompaction.class),
  AFTER_COMPACTION(HookPoint.AfterCompaction.class),
  APPROVAL_ASKED(HookPoint.ApprovalAsked.class),
  PERMISSION_DENIED(HookPoint.PermissionDenied.class),
  TASK_START(HookPoint.TaskStart.class),
  TASK_END(HookPoint.TaskEnd.class),
  RUN_END(HookPoint.RunEnd.class),
  ERROR(HookPoint.RunError.class),
  RATE_LIMIT(HookPoint.RateLimit.class);

  private final Class<? extends HookPoint> kind;

  HookPointName(Class<? extends HookPoint> kind) {
    this.kind = kind;
  }

  /// The name, such as `before_tool`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(HookPointName::word).toList();
  }

  /// The point with this name, if there is one.
  public static Optional<HookPointName> find(String word) {
    return Arrays.stream(values()).filter(name -> name.word().equals(word)).findFirst();
  }

  static HookPointName of(HookPoint point) {
    for (var name : values()) {
      if (name.kind.isInstance(point)) {
        return name;
      }
    }
    throw new IllegalStateException("a point without a name: " + point);
  }
}
