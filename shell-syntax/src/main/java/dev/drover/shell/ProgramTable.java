package dev.drover.shell;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The known programs, from `programs.txt`.
final class ProgramTable {
  private static final Map<String, Program> PROGRAMS = new HashMap<>();
  private static final List<Equivalent> EQUIVALENTS = new ArrayList<>();

  static {
    for (var line : TableLines.of("programs.txt")) {
      var names = line.head().subList(1, line.head().size());
      switch (line.head().getFirst()) {
        case "inert" -> line.words().forEach(name -> program(name).kind = Kind.INERT);
        case "launchers" -> line.words().forEach(name -> program(name).kind = Kind.LAUNCHER);
        case "interpreter" -> names.forEach(name -> code(name, Kind.INTERPRETER, line.words()));
        case "options" -> names.forEach(name -> code(name, Kind.MODELLED, line.words()));
        case "runs" -> names.forEach(name -> program(name).running.addAll(line.words()));
        case "global" -> names.forEach(name -> program(name).global.addAll(line.words()));
        case "shortens" -> line.words().forEach(name -> program(name).shortens = true);
        case "same" -> EQUIVALENTS.add(new Equivalent(names, line.words()));
        default -> throw new IllegalStateException("programs.txt: " + line.head());
      }
    }
  }

  private ProgramTable() {}

  /// Two ways to write the beginning of one command.
  record Equivalent(List<String> written, List<String> meant) {}

  enum Kind {
    /// Nothing is known, so it may run its arguments or its input.
    UNKNOWN,
    /// Known to run neither, with any option.
    INERT,
    /// Known to run neither, except by the options and subcommands in the table.
    MODELLED,
    INTERPRETER,
    /// Runs other programs, in too many ways to list.
    LAUNCHER
  }

  /// One row for each name.
  static final class Program {
    private Kind kind = Kind.UNKNOWN;
    private final List<String> code = new ArrayList<>();
    private final Set<String> running = new HashSet<>();
    private final Set<String> global = new HashSet<>();
    private boolean shortens;

    private Program() {}

    Kind kind() {
      return kind;
    }

    /// Options that make it run something.
    List<String> code() {
      return code;
    }

    /// Subcommands that make it run something.
    Set<String> running() {
      return running;
    }

    /// Options that may precede a subcommand, with a `=` after those that have a value.
    Set<String> global() {
      return global;
    }

    /// Whether it accepts a prefix of a subcommand.
    boolean shortens() {
      return shortens;
    }
  }

  private static Program program(String name) {
    return PROGRAMS.computeIfAbsent(name, _ -> new Program());
  }

  private static void code(String name, Kind kind, List<String> options) {
    var program = program(name);
    program.kind = kind;
    program.code.addAll(options);
  }

  /// @param name without its folder; a version suffix is ignored
  static Program of(String name) {
    var program = PROGRAMS.get(name);
    if (program == null) {
      program = PROGRAMS.get(unversioned(name));
    }
    if (program == null && name.startsWith("lib") && name.contains(".so")) {
      program = PROGRAMS.get("ld.so");
    }
    return program == null ? new Program() : program;
  }

  static List<Equivalent> equivalents() {
    return EQUIVALENTS;
  }

  /// `python` of `python3.12`, `gcc` of `x86_64-linux-gnu-gcc-13`.
  private static String unversioned(String name) {
    int end = name.length();
    while (end > 0 && "0123456789.-".indexOf(name.charAt(end - 1)) >= 0) {
      end--;
    }
    var bare = name.substring(0, end);
    int triple = bare.lastIndexOf("-gnu-");
    return triple < 0 ? bare : bare.substring(triple + 5);
  }
}
