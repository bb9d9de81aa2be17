package dev.drover.internal.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// A workspace with many files, and one call for each tool that changes files.
record ChangedTree(Path root) {
  static final int EDITED = 120;

  private static final String OLD = "first\nold\nlast\n";
  private static final String NEW = "first\nnew and longer\nlast\n";

  static ChangedTree in(Path folder) {
    return new ChangedTree(folder.resolve("work"));
  }

  void plant() throws IOException {
    for (int i = 0; i < EDITED; i++) {
      Files.createDirectories(edited(i).getParent());
      Files.writeString(edited(i), OLD);
    }
    Files.writeString(root.resolve("moved.txt"), "moved\n");
    Files.writeString(root.resolve("deleted.txt"), "deleted\n");
    Files.writeString(root.resolve("mine.txt"), "nobody's business\n");
  }

  /// Several folders deep, so that the walk to it takes a while.
  Path edited(int number) {
    return root.resolve(name(number));
  }

  private static String name(int number) {
    return "part%d/of/many/%03d.txt".formatted(number % 7, number);
  }

  boolean isEdited(int number) throws IOException {
    return Files.size(edited(number)) == NEW.length();
  }

  /// Every file with its content; nothing is left out.
  Map<String, String> files() throws IOException {
    var files = new TreeMap<String, String>();
    try (var all = Files.walk(root)) {
      for (var file : all.filter(Files::isRegularFile).toList()) {
        files.put(root.relativize(file).toString(), Files.readString(file));
      }
    }
    return files;
  }

  static Map<String, String> before() {
    var files = new TreeMap<String, String>();
    for (int i = 0; i < EDITED; i++) {
      files.put(name(i), OLD);
    }
    files.putAll(Map.of("moved.txt", "moved\n", "deleted.txt", "deleted\n"));
    files.put("mine.txt", "nobody's business\n");
    return files;
  }

  static Map<String, String> after(String tool) {
    var files = before();
    switch (tool) {
      case "write" -> files.put("new/n.txt", "written\n");
      case "edit" -> files.put(name(0), NEW);
      default -> {
        files.replaceAll((_, content) -> content.equals(OLD) ? NEW : content);
        files.remove("deleted.txt");
        files.remove("moved.txt");
        files.putAll(Map.of("new/a.txt", "added\n", "new/m.txt", "moved\n"));
      }
    }
    return files;
  }

  static String argumentsOf(String tool) {
    return switch (tool) {
      case "write" -> "{\"path\":\"new/n.txt\",\"content\":\"written\\n\"}";
      case "edit" ->
          "{\"path\":\"%s\",\"old\":\"old\",\"new\":\"new and longer\"}".formatted(name(0));
      default -> "{\"patch\":\"%s\"}".formatted(patch().replace("\n", "\\n"));
    };
  }

  private static String patch() {
    var text = new StringBuilder("*** Begin Patch\n");
    for (int i = 0; i < EDITED; i++) {
      text.append("*** Update File: ").append(name(i)).append("\n@@\n-old\n+new and longer\n");
    }
    return text.append("*** Add File: new/a.txt\n+added\n")
        .append("*** Update File: moved.txt\n*** Move to: new/m.txt\n")
        .append("*** Delete File: deleted.txt\n*** End Patch\n")
        .toString();
  }
}
