package dev.drover.architecture.regex;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.drover.architecture.source.ParsedSource;
import dev.drover.architecture.source.RuleFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;
import org.jspecify.annotations.Nullable;

/// Every regular expression of a source file, with the way it is used.
public final class RegexUses {
  private static final Set<String> COMPILING =
      Set.of(
          "java.util.regex.Pattern.compile",
          "java.util.regex.Pattern.matches",
          "java.lang.String.matches",
          "java.lang.String.replaceAll",
          "java.lang.String.replaceFirst",
          "java.lang.String.split",
          "java.lang.String.splitWithDelimiters",
          "java.util.Scanner.useDelimiter",
          "java.util.Scanner.findInLine",
          "java.util.Scanner.findWithinHorizon",
          "java.util.Scanner.skip");

  private static final Set<String> MATCHING =
      Set.of("java.util.regex.Pattern.matches", "java.lang.String.matches");

  private static final Set<String> SEARCHING =
      Set.of(
          "java.util.regex.Matcher.find",
          "java.util.regex.Matcher.replaceAll",
          "java.util.regex.Matcher.replaceFirst",
          "java.util.regex.Matcher.results",
          "java.util.regex.Matcher.hasMatch",
          "java.util.regex.Pattern.asPredicate",
          "java.util.regex.Pattern.split",
          "java.util.regex.Pattern.splitWithDelimiters",
          "java.util.regex.Pattern.splitAsStream");

  private RegexUses() {}

  /// @param known expressions whose text is known
  /// @param unknown those that are built at run time
  public record Found(List<RegexUse> known, List<RuleFinding> unknown) {}

  /// @param source with types
  public static Found in(ParsedSource source) {
    var calls = new Calls(source);
    calls.scan(source.unit(), null);
    // A private pattern is used only here; any other may be searched for elsewhere.
    var known =
        calls.known.stream()
            .map(use -> calls.searches ? use.searched() : use)
            .map(Use::use)
            .toList();
    return new Found(known, List.copyOf(calls.unknown));
  }

  /// @param compiled whether its use is visible elsewhere in the file
  private record Use(RegexUse use, boolean compiled) {

    Use searched() {
      return compiled
          ? new Use(
              new RegexUse(use.subject(), use.regex(), use.flags(), RegexUse.Mode.SEARCH), true)
          : this;
    }
  }

  private static final class Calls extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final List<Use> known = new ArrayList<>();
    private final List<RuleFinding> unknown = new ArrayList<>();
    private final ParsedSource source;
    private boolean searches;

    Calls(ParsedSource source) {
      this.source = source;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void unused) {
      var method = name(element(call.getMethodSelect()));
      searches |= SEARCHING.contains(method);
      if (COMPILING.contains(method)) {
        add(method, call.getArguments());
      }
      return super.visitMethodInvocation(call, null);
    }

    @Override
    public @Nullable Void visitMemberReference(MemberReferenceTree tree, @Nullable Void unused) {
      var method = name(source.trees().getElement(getCurrentPath()));
      searches |= SEARCHING.contains(method);
      if (COMPILING.contains(method)) {
        addUnknown();
      }
      return super.visitMemberReference(tree, null);
    }

    private void add(String method, List<? extends ExpressionTree> arguments) {
      boolean compiled = method.equals("java.util.regex.Pattern.compile");
      var regex = constant(arguments.getFirst());
      var flags =
          compiled && arguments.size() > 1 ? constant(arguments.get(1)) : Integer.valueOf(0);
      if (!(regex instanceof String text) || !(flags instanceof Integer bits)) {
        addUnknown();
        return;
      }
      boolean matched = MATCHING.contains(method) || (compiled && isPrivate());
      var mode = matched ? RegexUse.Mode.MATCH : RegexUse.Mode.SEARCH;
      known.add(new Use(new RegexUse(owner() + ": " + text, text, bits, mode), compiled));
    }

    private void addUnknown() {
      unknown.add(
          new RuleFinding(
              owner() + ": not a constant",
              "line %d: a regular expression that is not a constant"
                  .formatted(source.firstLine(getCurrentPath().getLeaf()))));
    }

    private String owner() {
      var file = source.fileName();
      return source.packageName() + "." + file.substring(0, file.length() - ".java".length());
    }

    /// Whether it is the value of a field that no other file can access.
    private boolean isPrivate() {
      for (var path = getCurrentPath(); path != null; path = path.getParentPath()) {
        var element =
            path.getLeaf() instanceof CompilationUnitTree ? null : source.trees().getElement(path);
        if (element != null && isDeclared(element) && isHidden(element)) {
          return true;
        }
      }
      return false;
    }

    private static boolean isDeclared(Element element) {
      return element.getKind() == ElementKind.FIELD || element.getKind().isClass();
    }

    private static boolean isHidden(Element element) {
      return element.getModifiers().contains(Modifier.PRIVATE);
    }

    private @Nullable Object constant(ExpressionTree tree) {
      return switch (tree) {
        case LiteralTree literal -> literal.getValue();
        case ParenthesizedTree inner -> constant(inner.getExpression());
        case BinaryTree both -> joined(both);
        default ->
            element(tree) instanceof VariableElement variable ? variable.getConstantValue() : null;
      };
    }

    private @Nullable Object joined(BinaryTree both) {
      var left = constant(both.getLeftOperand());
      var right = constant(both.getRightOperand());
      if (both.getKind() == Tree.Kind.PLUS && left instanceof String text && right != null) {
        return text + right;
      }
      return both.getKind() == Tree.Kind.OR
              && left instanceof Integer a
              && right instanceof Integer b
          ? Integer.valueOf(a | b)
          : null;
    }

    private @Nullable Element element(Tree tree) {
      return source.trees().getElement(new TreePath(getCurrentPath(), tree));
    }

    private static String name(@Nullable Element method) {
      return method instanceof ExecutableElement
          ? method.getEnclosingElement() + "." + method.getSimpleName()
          : "";
    }
  }
}
