package dev.drover.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.policy.Rule.About;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The text form of rules, and what patterns match.
@Tag("E2")
final class RuleTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "(x)",
        "bash(",
        "bash()",
        "bash( )",
        "bash(x",
        "bash(x) y",
        "a b",
        "*x",
        "a**",
        "bash(x ",
        "bash( x)",
        "bash(x )",
        "bash(a\nb)",
        "bash(a\u0000b)",
        "read(../x)",
        "read(a/../b)",
        "read(..)",
        "read(a/***)",
        "bash(=\\q)",
        "bash(=\\)",
        "bash(=\\x1)",
        "1a",
        "bäsh"
      })
  void aMalformedRuleIsRefusedWithItsErrorAndTheExpectedForm(String rule) {
    assertThatThrownBy(() -> Rule.parse(rule))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("rule '" + rule + "': ")
        .hasMessageEndingWith("expected is tool, tool*, tool(pattern) or tool(=text)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bash",
        "mcp__git__*",
        "*",
        "bash(*)",
        "bash(git *)",
        "bash(cd ..)",
        "bash(echo (a))",
        "read(src/**)",
        "bash(=a\\nb\\\\c\\x00)",
        "bash(=)",
        "a.b-c_d",
        "fetch(https://x/*)"
      })
  void aRuleIsWrittenInTheFormInWhichItIsParsed(String text) {
    assertThat(Rule.parse(text)).hasToString(text);
  }

  @Test
  void anExactRuleMayContainAnyText() {
    var text = "a\nb\tc\\n)(\u0000\u007f*é";
    var rule = Rule.exactly("bash", text);
    assertThat(rule.toString())
        .isEqualTo("bash(=a\\nb\\tc\\\\n)(\\x00\\x7f*é)")
        .doesNotContain("\n");
    assertThat(Rule.parse(rule.toString())).isEqualTo(rule);
    assertThat(rule.about()).isEqualTo(new About.Exactly(text));
  }

  @ParameterizedTest
  @CsvSource({
    "*.md,        a.md,         YES",
    "*.md,        x/y/a.md,     YES",
    "*.md,        a.mdx,        NO",
    "*.md,         A.MD,         MAY",
    "*.md,        /etc/a.md,    MAY",
    "*,           a/b,          YES",
    "*,           /etc/a,       MAY",
    "**,          a/b/c,        YES",
    "**,          /etc/a,       MAY",
    "src/**,      src/a/b,      YES",
    "src/**,      src,          YES",
    "src/**,      x/src/a,      NO",
    "src/**,      srcx/a,       NO",
    "src/**,       /src/a,       NO",
    "src/*,       src/a,        YES",
    "src/*,       src/a/b,      NO",
    "src/*.java,  src/A.java,   YES",
    "**/x,        a/b/x,        YES",
    "**/x,        x,            YES",
    "a/**/b,      a/b,          YES",
    "a/**/b,      a/x/y/b,      YES",
    "a/**/b,      a/x/bc,       NO",
    "src/,        src/a,        YES",
    "src/,        x/src/a,      YES",
    "./a,         a,            YES",
    "./a,         x/a,          NO",
    "./a/b,        a/b,          YES",
    "a?c,         abc,          YES",
    "a?c,         a/c,          NO",
    "/etc/**,     /etc/a,       YES",
    "/etc/**,     etc/a,        NO",
    "/etc/**,     /etc/../x,    NO",
    "src/**,       src/../a,     NO",
    "src/**,      ../src/a,     MAY",
    "src/**,      a/../src/b,   YES",
    "src/**,      SRC/a,        MAY",
    ".env,        a/.env,       YES",
    ".,           .,            YES",
    "src/**,      src//a/./b,   YES",
  })
  void aPathPatternHasTheSyntaxOfGitignore(String pattern, String path, RuleMatch match) {
    assertThat(PathPattern.match(pattern, path)).isEqualTo(match);
  }

  @ParameterizedTest
  @CsvSource({
    "example.com,      https://example.com/a,            YES",
    "example.com,      https://EXAMPLE.com./a,           YES",
    "example.com,      https://example.com:443/,         YES",
    "example.com,      https://example.com:8443/,        MAY",
    "example.com,      https://example.com:0/,           MAY",
    "example.com,      http://example.com/,              MAY",
    "example.com,      https://www.example.com/,         NO",
    "example.com,      https://example.com.evil.org/,    NO",
    "example.com,      https://evil.org/example.com,     NO",
    "example.com,      https://example.com@evil.org/,    NO",
    "evil.org,         https://example.com@evil.org/,    MAY",
    "evil.org,         https://@evil.org/,               MAY",
    "example.com,      https://example.com:x@evil.org/,  NO",
    "example.com,      https://evil.org#example.com,     NO",
    "example.com,      https://evil.org?example.com,     NO",
    "example.com,      'https://example.com\\@evil.org/', MAY",
    "example.com,      https://ex%61mple.com/,           MAY",
    "example.com,      https:example.com,                MAY",
    "example.com,      example.com,                      MAY",
    "*.example.com,    https://a.b.example.com/,         YES",
    "*.example.com,    https://example.com/,             NO",
    "*.example.com,    https://badexample.com/,          NO",
    "*,                https://any.org/,                 YES",
    "http://a.org,     http://a.org/,                    YES",
    "http://a.org,     https://a.org/,                   MAY",
    "://a.org,         https://a.org/,                   MAY",
    "a.org:8443,       https://a.org:8443/,              YES",
    "a.org:8443,       https://a.org/,                   MAY",
    "https://a.org/docs/*, https://a.org/docs/x/y?z,     YES",
    "https://a.org/docs/*, https://a.org/other,          NO",
    "https://a.org/docs/*, https://a.org/docs/../other,  MAY",
    "https://a.org/docs/*, https://a.org/docs/%2e%2e/o,  MAY",
    "https://a.org/docs/*, https://a.org//docs/x,        MAY",
    "xn--mnchen-3ya.de, https://münchen.de/,             YES",
    "münchen.de,       https://xn--mnchen-3ya.de/,       YES",
    "apple.com,        https://аpple.com/,               NO",
    "mün..chen.de,     https://example.com/,             MAY",
  })
  void aWebPatternMatchesTheHostThatWouldBeCalled(String pattern, String url, RuleMatch match) {
    assertThat(WebPattern.match(pattern, url)).isEqualTo(match);
  }

  @ParameterizedTest
  @CsvSource({
    "a*c, abbc, true",
    "a*c, abcd, false",
    "*, '', true",
    "a?c, abc, true",
    "a?c, ac, false",
    "**a**, xay, true",
    "a*b*c, aXbXbXc, true",
    "'', '', true",
    "'', a, false",
  })
  void aWildcardMatchesAnyText(String pattern, String text, boolean matches) {
    assertThat(WildcardMatcher.matches(pattern, text)).isEqualTo(matches);
  }

  @Test
  void aPatternWithManyWildcardsIsMatchedInBoundedTime() {
    assertThat(WildcardMatcher.matches("*a".repeat(200) + "b", "a".repeat(5_000))).isFalse();
  }
}
