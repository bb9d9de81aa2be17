package dev.drover.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.internal.redact.SecretPaths;
import dev.drover.kernel.value.Label;
import dev.drover.policy.Checker.CallFacts;
import dev.drover.policy.Policy.Default;
import dev.drover.policy.PolicyEngine.PolicyVerdict;
import dev.drover.spi.tool.AgentTool.DataFlow;
import dev.drover.spi.tool.AgentTool.ToolIsolation;
import dev.drover.spi.tool.CallSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The order in which rules decide, and the explanation of each decision.
@Tag("E1")
final class PolicyTest {
  private static final Policy POLICY =
      Policy.ASK_ALWAYS
          .allowing("read", "bash(make test)", "mcp__*", "note(a*)", "fetch(example.com)")
          .asking("mcp__git", "bash", "note(ab*)", "read(*.pem)", "edit(a.txt)")
          .denying("bash(rm *)", "write*", "note(abc)", "read(secret/**)");

  @ParameterizedTest
  @CsvSource({
    "read,       '',            DENY,  deny read(secret/**)",
    "edit,       '',            ASK,   ask edit(a.txt)",
    "other,      '',            ASK,   default",
    "write,      '',            DENY,  deny write*",
    "write_all,  '',            DENY,  deny write*",
    "mcp__git,   '',            ASK,   ask mcp__git",
    "mcp__github,'',            ALLOW, allow mcp__*",
    "mcp__git__x,'',            ALLOW, allow mcp__*",
    "read,       file:src/A,    ALLOW, allow read",
    "read,       file:a.pem,    ASK,   ask read(*.pem)",
    "read,       file:secret/a, DENY,  deny read(secret/**)",
    "read,       file:../a,     DENY,  deny read(secret/**)",
    "bash,       sh:make test,  ALLOW, allow bash(make test)",
    "bash,       sh:make all,   ASK,   ask bash",
    "bash,       sh:rm -rf /,   DENY,  deny bash(rm *)",
    "bash,       sh:$x,         DENY,  deny bash(rm *)",
    "note,       is:a,          ALLOW, allow note(a*)",
    "note,       is:abd,        ASK,   ask note(ab*)",
    "note,       is:abc,        DENY,  deny note(abc)",
    "note,       is:b,          ASK,   default",
    "fetch,      web:https://example.com/x, ALLOW, allow fetch(example.com)",
    "fetch,      web:https://example.org/x, ASK,   default",
  })
  void theMoreSpecificRuleWinsAndDenyAlwaysDoes(
      String tool, String about, Default action, String rule) {
    var ruling = PolicyEngine.judge(POLICY, List.of(), CallFacts.of(tool, subjects(about)));
    assertThat(ruling.action()).isEqualTo(action);
    assertThat(ruling.rule()).isEqualTo(rule);
  }

  private static CallSubject[] subjects(String about) {
    int colon = about.indexOf(':');
    var text = about.substring(colon + 1);
    return switch (about.substring(0, Math.max(colon, 0))) {
      case "file" -> new CallSubject[] {new CallSubject.File(text)};
      case "sh" -> new CallSubject[] {new CallSubject.Shell(text)};
      case "web" -> new CallSubject[] {new CallSubject.Web(text)};
      case "is" -> new CallSubject[] {new CallSubject.Plain(text)};
      default -> new CallSubject[0];
    };
  }

  @ParameterizedTest
  @CsvSource({
    "note(a*),     note(a??),  abc, ask note(a*)",
    "note(a?b),    note(a b),  a b, ask note(a?b)",
    "note,         note(*),    a,   ask note",
    "note(*),      note(a*),   a,   allow note(a*)",
    "note(a*),     note(ab*),  abc, allow note(ab*)",
    "note(ab*),    note(a*c),  abc, ask note(ab*)",
    "'note(a*) note(*c)', no,  abc, ask note(a*)",
  })
  void literalTextMakesARuleSpecificAndAskWinsATie(
      String ask, String allow, String text, String rule) {
    var policy = Policy.ASK_ALWAYS.asking(ask.split(" ", -1)).allowing(allow);
    assertThat(judge(policy, "note", new CallSubject.Plain(text)).rule()).isEqualTo(rule);
  }

  @ParameterizedTest
  @Tag("J4")
  @ValueSource(
      strings = {
        "echo x > drover.yaml",
        "echo x >> ./Drover.yaml",
        "cat a | tee b > sub/../drover.yaml",
        "if true; then echo x > .claude/agents/a.md; fi",
        "bash -c 'echo x > .agents/a.md'"
      })
  void aLineThatWritesConfigurationAlwaysNeedsAnApproval(String line) {
    var allowed = Policy.ALLOW_ALL.allowing("bash", "write");
    var grants = List.of("bash(=%s)".formatted(line), "write", "bash");
    assertThat(
            PolicyEngine.judge(allowed, grants, CallFacts.of("bash", new CallSubject.Shell(line))))
        .extracting(PolicyVerdict::action, PolicyVerdict::rule)
        .containsExactly(Policy.Default.ASK, "configuration");
    var denied = allowed.denying("write(**)");
    assertThat(judge(denied, "bash", new CallSubject.Shell(line)).action())
        .isEqualTo(Policy.Default.DENY);
  }

  @Test
  void eachSubjectIsJudgedSeparatelyAndTheStrictestVerdictApplies() {
    var policy =
        Policy.ASK_ALWAYS.allowing("patch(src/**)", "patch(doc/**)").denying("patch(.git/**)");
    assertThat(judge(policy, "patch", file("src/a"), file("doc/b")).action())
        .isEqualTo(Default.ALLOW);
    assertThat(judge(policy, "patch", file("src/a"), file("b"), file("c")))
        .isEqualTo(
            new PolicyVerdict(
                Default.ASK, "default", "no rule is about `b`", "patch(=b)\npatch(=c)"));
    assertThat(judge(policy, "patch", file("b"), file(".git/config")))
        .isEqualTo(
            new PolicyVerdict(
                Default.DENY,
                "deny patch(.git/**)",
                "`.git/config` is denied by `patch(.git/**)`",
                ""));
  }

  @Test
  void theReasonNamesTheDecidingPart() {
    assertThat(judge(POLICY, "bash", new CallSubject.Shell("true; rm x")).why())
        .isEqualTo("`rm x` in `true; rm x` is denied by `bash(rm *)`");
    assertThat(judge(POLICY, "bash", new CallSubject.Shell("make test\nls $x")).why())
        .isEqualTo("`ls $x` in `make test\\nls $x` must be asked about by `bash`");
    assertThat(
            judge(
                Policy.ALLOW_ALL.denying("bash(rm *)"), "bash", new CallSubject.Shell("perl -e 1")))
        .isEqualTo(
            new PolicyVerdict(
                Default.ASK,
                "opaque",
                "`perl -e 1` (perl -e runs code), and what that does no rule can tell",
                "bash(=perl -e 1)"));
  }

  @Test
  void aGrantBeatsAnAskRuleThatIsNotMoreSpecificButNeverADenyRule() {
    var call = CallFacts.of("note", new CallSubject.Plain("abd"));
    assertThat(PolicyEngine.judge(POLICY, List.of("note(=abd)"), call))
        .isEqualTo(new PolicyVerdict(Default.ALLOW, "granted note(=abd)", "", ""));
    assertThat(PolicyEngine.judge(POLICY, List.of("note(ab*)"), call).rule())
        .isEqualTo("granted note(ab*)");
    assertThat(PolicyEngine.judge(POLICY, List.of("note"), call).rule()).isEqualTo("ask note(ab*)");
    assertThat(
            PolicyEngine.judge(POLICY, List.of("not a rule", "note(=x)\nnote(=abd)"), call).rule())
        .isEqualTo("granted note(=abd)");
    var denied = CallFacts.of("note", new CallSubject.Plain("abc"));
    assertThat(PolicyEngine.judge(POLICY, List.of("note(=abc)"), denied).action())
        .isEqualTo(Default.DENY);
  }

  @ParameterizedTest
  @CsvSource({
    "bash,  sh:make all,                 bash(=make all)",
    "bash,  sh:ls *.txt,                 bash(=ls *.txt)",
    "edit,  file:a.txt,                  edit(=a.txt)",
    "other, is:a*,                       other(=a*)",
    "other, '',                          other",
    "other, web:https://Example.org./a?b#c, other(https://example.org)",
    "other, web:http://example.org:8080/a,  other(http://example.org:8080)",
    "other, web:https://a@example.org/,     other(=https://a@example.org/)",
  })
  void aGrantAllowsOnlyWhatWasShown(String tool, String about, String grant) {
    var call = CallFacts.of(tool, subjects(about));
    assertThat(PolicyEngine.judge(POLICY, List.of(), call).grant()).isEqualTo(grant);
    assertThat(PolicyEngine.judge(POLICY, List.of(grant), call).action()).isEqualTo(Default.ALLOW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"make all x", "make all; ls", "make", "make all 2>&1", " make all", "make\nall"})
  void aGrantForALineAllowsNoOtherLine(String line) {
    var call = CallFacts.of("bash", new CallSubject.Shell(line));
    assertThat(PolicyEngine.judge(POLICY, List.of("bash(=make all)"), call).action())
        .isEqualTo(Default.ASK);
  }

  @Test
  void anEscalationOfAToolAlwaysNeedsAnApproval() {
    var call = facts("the file is large", ToolIsolation.NOT_NEEDED, Set.of());
    assertThat(PolicyEngine.judge(Policy.ALLOW_ALL.allowing("send"), List.of("send(=x)"), call))
        .isEqualTo(new PolicyVerdict(Default.ASK, "tool", "the file is large", "send(=x)"));
    assertThat(PolicyEngine.judge(Policy.ALLOW_ALL.denying("send"), List.of(), call).action())
        .isEqualTo(Default.DENY);
  }

  @Test
  @Tag("E8")
  void afterUntrustedAndSecretDataSendingNeedsAnApproval() {
    var both = facts(null, ToolIsolation.NOT_NEEDED, Set.of(Label.UNTRUSTED, Label.SECRET));
    var policy = Policy.ALLOW_ALL.allowing("send");
    assertThat(PolicyEngine.judge(policy, List.of("send(=x)"), both))
        .isEqualTo(
            new PolicyVerdict(
                Default.ASK,
                "untrusted-and-secret",
                "send can carry data out, and this session has seen both untrusted and secret data",
                "send(=x)"));
    assertThat(PolicyEngine.judge(policy.withoutFlowRule(), List.of(), both).action())
        .isEqualTo(Default.ALLOW);
    for (var label : Label.values()) {
      var one = facts(null, ToolIsolation.NOT_NEEDED, Set.of(label));
      assertThat(PolicyEngine.judge(policy, List.of(), one).action()).isEqualTo(Default.ALLOW);
    }
    var stays =
        new CallFacts(
            "send", List.of(), null, ToolIsolation.NOT_NEEDED, DataFlow.INSIDE, both.seen());
    assertThat(PolicyEngine.judge(policy, List.of(), stays).action()).isEqualTo(Default.ALLOW);
  }

  @Test
  @Tag("D12")
  void aToolWithoutASandboxNeedsAnApprovalAndIsDeniedWhereASandboxIsRequired() {
    var exposed = facts(null, new ToolIsolation.Exposed("install bubblewrap"), Set.of());
    assertThat(PolicyEngine.judge(Policy.ALLOW_ALL, List.of(), exposed))
        .isEqualTo(
            new PolicyVerdict(
                Default.ASK,
                "sandbox",
                "send would run without a sandbox: install bubblewrap",
                "send(=x)"));
    assertThat(PolicyEngine.judge(Policy.ALLOW_ALL.allowing("send"), List.of(), exposed).action())
        .isEqualTo(Default.ALLOW);
    var required = Policy.ALLOW_ALL.allowing("send").requiringSandbox();
    assertThat(PolicyEngine.judge(required, List.of("send"), exposed))
        .isEqualTo(
            new PolicyVerdict(
                Default.DENY,
                "sandbox",
                "send would run without a sandbox, which the policy requires: install bubblewrap",
                ""));
    var safe = facts(null, new ToolIsolation.Sandboxed("bubblewrap"), Set.of());
    assertThat(PolicyEngine.judge(required, List.of(), safe).action()).isEqualTo(Default.ALLOW);
  }

  @Test
  void anEmptyPolicyAsks() {
    assertThat(judge(Policy.ASK_ALWAYS, "any"))
        .isEqualTo(new PolicyVerdict(Default.ASK, "default", "no rule is about `any`", "any"));
    assertThat(judge(Policy.parse(""), "any").action()).isEqualTo(Default.ASK);
  }

  @Test
  @Tag("E4")
  void aToolThatIsDeniedForEveryArgumentIsHidden() {
    assertThat(POLICY.hides("write")).isTrue();
    assertThat(POLICY.hides("bash")).isFalse();
    assertThat(POLICY.hides("mcp__git")).isFalse();
    assertThat(Policy.ASK_ALWAYS.hides("bash")).isFalse();
    assertThat(Policy.ALLOW_ALL.denying("bash(*)").hides("bash")).isTrue();
    var closed = Policy.ASK_ALWAYS.otherwise(Default.DENY).allowing("read(a)").asking("ls");
    assertThat(closed.hides("read")).isFalse();
    assertThat(closed.hides("ls")).isFalse();
    assertThat(closed.hides("bash")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "read, src/A.java, ALLOW",
    "read, .env, ASK",
    "read, a/.env.local, ASK",
    "read, k/ID_RSA, ASK",
    "read, server.PEM, ASK",
    "read, .env.example, ASK",
    "read, k/putty.ppk, ASK",
    "read, home/.ssh/config, ASK",
    "read, /home/anna/.aws/config, ASK",
    "read, .ssh, ASK",
    "read, src/Credentials.java, ALLOW",
    "grep, .netrc, ASK",
    "grep, settings-security.xml, ASK",
    "ls, src, ALLOW",
    "write, a, ASK",
    "bash, a, ASK",
  })
  void theStandardPolicyAllowsReadingAndAsksForTheRest(String tool, String path, Default action) {
    assertThat(judge(Policy.STANDARD, tool, file(path)).action()).isEqualTo(action);
  }

  @Test
  @Tag("E8")
  void theStandardPolicyAsksForSecretFiles() {
    var names = new ArrayList<String>();
    SecretPaths.NAMES.forEach(name -> names.add(name.replace("*", "x")));
    SecretPaths.FOLDERS.forEach(folder -> names.add(folder + "/x"));
    assertThat(names)
        .hasSize(41)
        .contains(".env.x", "x.pem", "id_rsa", ".kube/x")
        .allMatch(SecretPaths::isSecret)
        .allMatch(name -> judge(Policy.STANDARD, "read", file("a/" + name)).action() == Default.ASK)
        .allMatch(
            name -> judge(Policy.STANDARD, "grep", file("a/" + name)).action() == Default.ASK);
  }

  @Test
  void anExplanationListsThePartsTheMatchesAndTheDecision() {
    var call = CallFacts.of("bash", new CallSubject.Shell("PATH=. make test && ls > out"));
    assertThat(PolicyEngine.explain(POLICY, List.of("nonsense("), call))
        .containsExactly(
            "the grant 'nonsense(' is no rule and grants nothing",
            "no pattern allows the line: it sets `PATH`, which may change what commands do",
            "found `PATH=. make test`",
            "found `ls > out`",
            "found `ls > out`, which writes `out`,",
            "decision: deny by deny write*: `ls > out` in `PATH=. make test && ls > out`, which"
                + " writes `out`, is denied by `write*`");
    var asked = CallFacts.of("bash", new CallSubject.Shell("make all"));
    assertThat(PolicyEngine.explain(POLICY, List.of(), asked))
        .containsExactly(
            "found `make all`",
            "`make all`: ask bash, allow none, granted none",
            "decision: ask by ask bash: `make all` must be asked about by `bash`",
            "a yes for more than once would add: bash(=make all)");
  }

  @Test
  void anExplanationOfAnAllowedCallNamesTheRule() {
    var call = CallFacts.of("note", new CallSubject.Plain("a"));
    assertThat(PolicyEngine.explain(POLICY, List.of(), call))
        .containsExactly(
            "found `a`",
            "`a`: ask none, allow note(a*), granted none",
            "decision: allow by allow note(a*): `a` is allowed by `note(a*)`");
    assertThat(PolicyEngine.explain(POLICY, List.of("note(=a)"), call))
        .containsExactly(
            "found `a`",
            "`a`: ask none, allow note(a*), granted note(=a)",
            "decision: allow by granted note(=a): `a` was granted by `note(=a)`");
  }

  @ParameterizedTest
  @Tag("E2")
  @CsvSource({
    "echo x > out/s/f,               ALLOW, DENY",
    "echo x >> ./out/s/f,            ALLOW, DENY",
    "echo x > out/f,                 ALLOW, ALLOW",
    "echo $(< e),                    ALLOW, DENY",
    "echo < e,                       ALLOW, DENY",
    "echo <> e,                      ASK,   DENY",
    "echo x > out/lost,              ALLOW, DENY",
    "ln -s ../secret out/t; echo x > out/t/f, DENY, DENY",
    "mv a out/t; echo x > out/t/f,   DENY,  DENY",
    "cp -a a out/t; echo x > /out/f, DENY,  DENY",
    "echo x > secret/f,              DENY,  DENY",
  })
  void aRedirectionMustPassAsWrittenAndAfterFollowingLinks(
      String line, Default written, Default followed) {
    var policy =
        Policy.ASK_ALWAYS
            .allowing("bash(echo *)", "bash(ln *)", "bash(mv *)", "bash(cp *)", "write(out/**)")
            .denying("write(secret/**)", "read(.env)");
    var call = CallFacts.of("bash", new CallSubject.Shell(line));
    assertThat(PolicyEngine.judge(policy, List.of(), call).action()).isEqualTo(written);
    assertThat(PolicyEngine.judge(policy, List.of(), call, PolicyTest::linked).action())
        .isEqualTo(followed);
  }

  /// `out/s` leads to `secret` and `e` to `.env`; `out/lost` cannot be resolved.
  private static Optional<String> linked(String path) {
    return path.equals("out/lost")
        ? Optional.empty()
        : Optional.of(path.equals("e") ? ".env" : path.replace("out/s/", "secret/"));
  }

  @Test
  @Tag("J5")
  void theHeadAndTailOfALongLineAreShownWithACount() {
    assertThat(judge(POLICY, "other", new CallSubject.Plain("x".repeat(200))).why())
        .isEqualTo("no rule is about `" + "x".repeat(200) + "`");
    assertThat(judge(POLICY, "other", new CallSubject.Plain("x".repeat(201) + "TAIL")).why())
        .isEqualTo(
            "no rule is about `"
                + "x".repeat(120)
                + " … 5 characters left out … "
                + "x".repeat(76)
                + "TAIL`");
  }

  private static CallFacts facts(
      @Nullable String escalation, ToolIsolation protection, Set<Label> seen) {
    var flow = new DataFlow(DataFlow.Origin.OWN, DataFlow.Reach.LEAVES);
    return new CallFacts(
        "send", List.of(new CallSubject.Plain("x")), escalation, protection, flow, seen);
  }

  private static PolicyVerdict judge(Policy policy, String tool, CallSubject... subjects) {
    return PolicyEngine.judge(policy, List.of(), CallFacts.of(tool, subjects));
  }

  private static CallSubject file(String path) {
    return new CallSubject.File(path);
  }

  @Test
  void aPolicyWithABadRuleIsRefusedAtOnce() {
    assertThatThrownBy(() -> Policy.ALLOW_ALL.denying("bash("))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "rule 'bash(': its parenthesis is not closed at the end; expected is tool, tool*,"
                + " tool(pattern) or tool(=text)");
  }
}
