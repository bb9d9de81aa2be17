package dev.drover.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Lines composed of pieces that have a meaning in a shell.
public final class GeneratedShellLines {
  public static final List<String> SYNTAX =
      List.of(
          "ca",
          "cb",
          "cc",
          "ca ",
          "cb ",
          " ",
          " ",
          "\n",
          ";",
          "; ",
          "&",
          "&& ",
          "|| ",
          "| ",
          "(",
          ")",
          "{ ca; }",
          "; }",
          " }",
          "'",
          "\"",
          "\\",
          "$",
          "$(",
          ")",
          "`",
          "${x}",
          "${x:-",
          "}",
          "\"${x:-",
          "$((1+2))",
          "((1))",
          "((",
          "))",
          "[[ -n a && -z ",
          " ]]",
          "if ",
          "; then ",
          "; fi",
          "for i in a b",
          ";do ",
          ";done",
          "while ",
          "case x in ",
          "x) ",
          " ;; ",
          "esac",
          "<<E",
          "<<'E'",
          "<<-E",
          "\nE\n",
          "\n\tE\n",
          "<<<",
          "2>&1",
          "<(",
          "x=1 ",
          "x=(a b)",
          "a[1]=2",
          "a[$(",
          "]=",
          "#",
          "# ",
          "! ",
          "time ",
          "$'",
          "\\'",
          "\\c",
          "$\"",
          "f()",
          "f",
          "function g ",
          "coproc ",
          "{ca,b}",
          "~",
          "=",
          "\t",
          "|& ",
          "\\\n",
          "eval ",
          "trap ",
          "EXIT",
          "exec ",
          "command ",
          "builtin ",
          "bash -c ",
          "\\\\",
          "\\`",
          "$[",
          "${a[",
          "${x/",
          "//",
          "[",
          "echo ");

  public static final List<String> WORDS =
      List.of(
          "a", "b", " ", " ", "\t", "'", "'", "\"", "\"", "\\", "\\", "$'", "$\"", "\\n", "\\c",
          "\\'", "\\\"", "\\x41", "\\101", ";", "|", "&", "#", "$", "`", "{", "}", ",", "=", "!",
          "~", "é", "\\\n", "^", "%", ":", "-");

  private GeneratedShellLines() {}

  public static List<String> lines(List<String> pieces, Random random, int count) {
    var lines = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      var line = new StringBuilder();
      for (int length = 1 + random.nextInt(11); length > 0; length--) {
        line.append(pieces.get(random.nextInt(pieces.size())));
      }
      lines.add(line.toString());
    }
    return lines;
  }
}
