package dev.drover.tools.web;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Extracts the text of a page without its layout: headings, paragraphs, lists, links with their
/// targets.
///
/// Used for one page. Takes time in proportion to the page's length.
final class HtmlTextExtractor implements MarkupScanner.Listener {
  private static final Set<String> HIDDEN_ELEMENTS =
      Set.of(
          "script",
          "style",
          "noscript",
          "template",
          "svg",
          "iframe",
          "object",
          "noembed",
          "noframes");
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

  /// Elements without an end tag.
  private static final Set<String> VOID =
      Set.of(
          "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
          "source", "track", "wbr");

  /// Elements whose end tag is optional: the next such element, or a block, ends them.
  private static final Set<String> ENDED_BY_NEXT = Set.of("p", "li", "dt", "dd", "tr", "td", "th");

  private final URI base;
  private final StringBuilder title = new StringBuilder();
  private final PageTextBuilder lines = new PageTextBuilder();
  private boolean inTitle;
  private int verbatim;

  /// The element whose content is hidden, and how many nested elements of the same name are open.
  private String hiding = "";

  private int hidingDepth;

  /// The target of the open link, and the length of the text before it.
  private String link = "";

  private int linkStart;

  private HtmlTextExtractor(URI base) {
    this.base = base;
  }

  static String of(String html, String base) {
    var extract = new HtmlTextExtractor(URI.create(base));
    MarkupScanner.scan(html, extract);
    extract.endLink();
    var heading = PageTextBuilder.inOneLine(extract.title.toString()).strip();
    return (heading.isEmpty() ? "" : "# " + heading + "\n") + extract.lines.text();
  }

  @Override
  public void start(String tag, Map<String, String> attributes) {
    if (!hiding.isEmpty() && !endsHiding(tag)) {
      hidingDepth += tag.equals(hiding) ? 1 : 0;
    } else if (tag.equals("title")) {
      inTitle = title.isEmpty();
    } else if (HIDDEN_ELEMENTS.contains(tag)
        || (attributes.containsKey("hidden") && !VOID.contains(tag))) {
      hiding = tag;
      hidingDepth = 1;
    } else {
      hiding = "";
      begin(tag, attributes);
    }
  }

  private boolean endsHiding(String tag) {
    return ENDED_BY_NEXT.contains(hiding)
        && (tag.equals(hiding) || (hiding.equals("p") && BLOCKS.contains(tag)));
  }

  private void begin(String tag, Map<String, String> attributes) {
    if (BLOCKS.contains(tag)) {
      lines.newLine();
    }
    if (isHeading(tag)) {
      lines.append("#".repeat(tag.charAt(1) - '0') + " ");
    } else if (tag.equals("li")) {
      lines.append("- ");
    } else if (tag.equals("td") || tag.equals("th")) {
      lines.append(" | ");
    } else if (tag.equals("pre")) {
      verbatim++;
    } else if (tag.equals("a")) {
      endLink();
      link = attributes.getOrDefault("href", "");
      linkStart = lines.length();
    }
  }

  @Override
  public void text(String text) {
    if (inTitle) {
      title.append(text);
    } else if (hiding.isEmpty()) {
      if (verbatim > 0) {
        lines.append(text);
      } else {
        lines.appendFlowing(text);
      }
    }
  }

  @Override
  public void end(String tag) {
    if (tag.equals("title")) {
      inTitle = false;
    } else if (!hiding.isEmpty()) {
      hidingDepth -= tag.equals(hiding) ? 1 : 0;
      hiding = hidingDepth == 0 ? "" : hiding;
    } else {
      finish(tag);
    }
  }

  private void finish(String tag) {
    if (tag.equals("a")) {
      endLink();
    } else if (tag.equals("pre") && verbatim > 0) {
      verbatim--;
    }
    if (BLOCKS.contains(tag)) {
      lines.newLine();
      if (tag.equals("p") || isHeading(tag)) {
        lines.append("\n");
      }
    }
  }

  private void endLink() {
    if (!link.isEmpty() && lines.hasTextSince(linkStart)) {
      var target = absolute(link);
      if (target.toLowerCase(Locale.ROOT).startsWith("http")) {
        lines.append(" (" + target + ")");
      }
    }
    link = "";
  }

  private String absolute(String target) {
    try {
      return base.resolve(target.strip()).toString();
    } catch (IllegalArgumentException malformed) {
      return target.strip();
    }
  }

  private static boolean isHeading(String tag) {
    return tag.length() == 2
        && tag.charAt(0) == 'h'
        && tag.charAt(1) >= '1'
        && tag.charAt(1) <= '6';
  }
}
