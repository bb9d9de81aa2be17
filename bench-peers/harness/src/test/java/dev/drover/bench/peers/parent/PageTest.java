package dev.drover.bench.peers.parent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PageTest {
  @Test
  void onlyWhatIsBetweenTheMarksIsReplaced() {
    var page = new Page("# Mine\n" + Page.BEGIN + "\nold\n" + Page.END + "\nalso mine\n");
    assertThat(page.with("| new |\n").text())
        .isEqualTo("# Mine\n" + Page.BEGIN + "\n\n| new |\n\n" + Page.END + "\nalso mine\n");
  }

  @Test
  void writingTwiceIsWritingOnce() {
    var page = new Page(Page.BEGIN + "\n" + Page.END);
    assertThat(page.with("part").with("part")).isEqualTo(page.with("part"));
  }

  @Test
  void aPageWithoutMarksIsLeftAlone() {
    assertThatThrownBy(() -> new Page(Page.END + Page.BEGIN).with("part"))
        .hasMessageStartingWith("the page needs the lines");
  }
}
