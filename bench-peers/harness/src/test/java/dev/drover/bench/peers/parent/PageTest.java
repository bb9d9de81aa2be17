package dev.drover.bench.peers.parent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.bench.peers.parent.Page.Part;
import org.junit.jupiter.api.Test;

class PageTest {
  private static final Part PART = new Part("engines");
  private static final String BEGIN = "<!-- engines: begin; written by ./drover-bench -->";
  private static final String END = "<!-- engines: end -->";

  @Test
  void onlyWhatIsBetweenTheMarksIsReplaced() {
    var page =
        new Page("# Mine\n<!-- frameworks: end -->\n" + BEGIN + "\nold\n" + END + "\nalso mine\n");
    assertThat(page.with(PART, "| new |\n").text())
        .isEqualTo(
            "# Mine\n<!-- frameworks: end -->\n"
                + BEGIN
                + "\n\n| new |\n\n"
                + END
                + "\nalso mine\n");
  }

  @Test
  void writingTwiceIsWritingOnce() {
    var page = new Page(BEGIN + "\n" + END);
    assertThat(page.with(PART, "part").with(PART, "part")).isEqualTo(page.with(PART, "part"));
  }

  @Test
  void aPageWithoutMarksIsLeftAlone() {
    assertThatThrownBy(() -> new Page(END + BEGIN).with(PART, "part"))
        .hasMessageStartingWith("the page needs the lines");
  }
}
