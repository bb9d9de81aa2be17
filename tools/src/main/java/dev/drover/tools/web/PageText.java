package dev.drover.tools.web;

import java.util.Locale;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeVisitor;

/// What a page says, without how it looks: headings, paragraphs, lists, links with their targets.
final class PageText implements NodeVisitor {
  private static final Set<String> UNSEEN =
      Set.of("script", "style", "noscript", "template", "svg", "iframe", "object", "head");
  private static final Set<String> BLOCKS =
      Set.of(
          "p",
          "div",
          "section",
          "article",
          "header",
          "footer",
          "main",
          "nav",
          "aside",
          "ul",
          "ol",
          "li",
          "table",
          "tr",
          "blockquote",
          "pre",
          "h1",
          "h2",
          "h3",
          "h4",
          "h5",
          "h6",
          "dl",
          "dt",
          "dd",
          "figure",
          "figcaption",
          "form",
          "hr",
          "br");

  private final StringBuilder text = new StringBuilder();
  private int unseen;

  private PageText() {}

  static String of(String html, String base) {
    var page = Jsoup.parse(html, base);
    var extract = new PageText();
    var title = page.title();
    if (!title.isBlank()) {
      extract.text.append("# ").append(title).append('\n');
    }
    page.body().traverse(extract);
    return extract
        .text
        .toString()
        .replaceAll("[ \\t]+\n", "\n")
        .replaceAll("\n{3,}", "\n\n")
        .strip();
  }

  @Override
  public void head(Node node, int depth) {
    if (node instanceof Element element) {
      var tag = element.normalName();
      if (UNSEEN.contains(tag) || element.hasAttr("hidden")) {
        unseen++;
      } else if (unseen == 0) {
        begin(tag);
      }
    } else if (node instanceof TextNode words && unseen == 0) {
      append(words);
    }
  }

  private void begin(String tag) {
    if (BLOCKS.contains(tag)) {
      newLine();
    }
    if (tag.matches("h[1-6]")) {
      text.append("#".repeat(tag.charAt(1) - '0')).append(' ');
    } else if (tag.equals("li")) {
      text.append("- ");
    } else if (tag.equals("td") || tag.equals("th")) {
      text.append(" | ");
    }
  }

  private void append(TextNode words) {
    var parent = words.parent();
    boolean verbatim = parent != null && parent.closest("pre") != null;
    if (verbatim) {
      text.append(words.getWholeText());
      return;
    }
    var plain = words.text();
    boolean atStart = text.isEmpty() || Character.isWhitespace(text.charAt(text.length() - 1));
    text.append(atStart ? plain.stripLeading() : plain);
  }

  @Override
  public void tail(Node node, int depth) {
    if (!(node instanceof Element element)) {
      return;
    }
    var tag = element.normalName();
    if (UNSEEN.contains(tag) || element.hasAttr("hidden")) {
      unseen--;
    } else if (unseen == 0) {
      end(element, tag);
    }
  }

  private void end(Element element, String tag) {
    if (tag.equals("a")) {
      var link = element.absUrl("href");
      if (link.toLowerCase(Locale.ROOT).startsWith("http") && !element.text().isBlank()) {
        text.append(" (").append(link).append(')');
      }
    }
    if (BLOCKS.contains(tag)) {
      newLine();
      if (tag.equals("p") || tag.matches("h[1-6]")) {
        text.append('\n');
      }
    }
  }

  private void newLine() {
    if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
      text.append('\n');
    }
  }
}
