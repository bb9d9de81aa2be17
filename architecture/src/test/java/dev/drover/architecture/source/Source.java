package dev.drover.architecture.source;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.Trees;
import java.nio.file.Path;
import java.util.List;

/// One Java file: its place in the repository, its text and its syntax tree.
public record Source(Path path, String text, CompilationUnitTree unit, Trees trees) {

  public List<String> lines() {
    return text.lines().toList();
  }

  /// True for code that proves something, false for code that ships.
  public boolean isTest() {
    return path.toString().contains("src/test/");
  }

  public String fileName() {
    return path.getFileName().toString();
  }

  /// `module-info` and `package-info` describe; the rules about types are not for them.
  public boolean declaresTypes() {
    return !fileName().endsWith("-info.java");
  }

  public String packageName() {
    var name = unit.getPackageName();
    return name == null ? "" : name.toString();
  }

  public long firstLine(Tree tree) {
    return line(trees.getSourcePositions().getStartPosition(unit, tree));
  }

  /// How many lines a tree covers, its annotations and modifiers included.
  public long height(Tree tree) {
    var end = trees.getSourcePositions().getEndPosition(unit, tree);
    return line(end) - firstLine(tree) + 1;
  }

  private long line(long position) {
    return unit.getLineMap().getLineNumber(position);
  }
}
