package dev.drover.spi.secret;

import java.util.List;

/// One way in which a secret can be told from other text.
///
/// @param kind what is written in its place, for people
/// @param anchors a text that has none of these has no such secret; found fast, without the pattern
/// @param role what the anchors are to the secret
/// @param pattern its group `secret`, or all of it if there is none such, is what is taken out
record SecretShape(String kind, Role role, List<String> anchors, LatePattern pattern) {
  private static final String GROUP = "secret";

  enum Role {
    /// The secret begins with the anchor, at the beginning of a word.
    BEGINS,
    /// The anchor stands before the secret, or somewhere in it.
    ANNOUNCES
  }

  /// Values that stand in for a secret: a reference, a template, a mask.
  private static final String NO_PLACEHOLDER = "(?![$<{*\\[]|x{4}|\\.\\.\\.|\\[redacted)";

  static final List<SecretShape> KNOWN =
      List.of(
          announced(
              "private-key",
              "-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\\s\\S]*?"
                  + "(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|\\z)",
              "PRIVATE KEY"),
          beginning("anthropic-key", "\\bsk-ant-[A-Za-z0-9_-]{16,}", "sk-ant-"),
          beginning("openai-key", "\\bsk-(?!ant-)[A-Za-z0-9_-]{20,}", "sk-"),
          beginning("google-key", "\\bAIza[0-9A-Za-z_-]{35}", "AIza"),
          beginning("google-token", "\\bya29\\.[0-9A-Za-z_-]{20,}", "ya29."),
          beginning(
              "aws-key",
              "\\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\\b",
              "AKIA",
              "ASIA",
              "ABIA",
              "ACCA"),
          beginning(
              "github-token",
              "\\bgh[pousr]_[A-Za-z0-9]{30,}",
              "ghp_",
              "gho_",
              "ghu_",
              "ghs_",
              "ghr_"),
          beginning("github-token", "\\bgithub_pat_[A-Za-z0-9_]{22,}", "github_pat_"),
          beginning("gitlab-token", "\\bglpat-[A-Za-z0-9_-]{20,}", "glpat-"),
          beginning("slack-token", "\\bxox[abeoprs]-[A-Za-z0-9-]{10,}", "xox"),
          announced(
              "slack-hook",
              "hooks\\.slack\\.com/services/(?<secret>[A-Za-z0-9/]{20,})",
              "hooks.slack.com/services/"),
          beginning(
              "stripe-key",
              "\\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}",
              "sk_live_",
              "rk_live_",
              "sk_test_",
              "rk_test_"),
          beginning("npm-token", "\\bnpm_[A-Za-z0-9]{36}", "npm_"),
          beginning("pypi-token", "\\bpypi-[A-Za-z0-9_-]{50,}", "pypi-"),
          beginning("huggingface-token", "\\bhf_[A-Za-z0-9]{30,}", "hf_"),
          beginning("sendgrid-key", "\\bSG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}", "SG."),
          beginning(
              "jwt", "\\beyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}", "eyJ"),
          announced(
              "authorization",
              "(?i)\\bauthorization[\"']?\\s*[:=]\\s*[\"']?(?:bearer|basic|token)\\s+"
                  + NO_PLACEHOLDER
                  + "(?<secret>[A-Za-z0-9+/=._~-]{8,})",
              "uthorization",
              "UTHORIZATION"),
          announced(
              "password",
              "://[^/\\s:@\"']{0,200}:" + NO_PLACEHOLDER + "(?<secret>[^/\\s@\"']{3,200})@",
              "://"),
          // As in a file of settings: NAME=value, and the name says what it is. Constants in code
          // have spaces there, and numbers are no secrets.
          announced(
              "password",
              "(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIALS?)"
                  + "(?:_[A-Z0-9]+)*(?:=|:[ \\t]+)[\"']?"
                  + NO_PLACEHOLDER
                  + "(?=\\S{0,200}[A-Za-z])(?<secret>[^\\s\"'`;,()]{6,})",
              "PASSW",
              "SECRET",
              "TOKEN",
              "API_KEY",
              "APIKEY",
              "ACCESS_KEY",
              "ACCESSKEY",
              "PRIVATE_KEY",
              "PRIVATEKEY",
              "CREDENTIAL"),
          // As in JSON, YAML or a properties file. Only quoted values: code is full of variables
          // that are called so.
          announced(
              "password",
              "(?i)(?:password|passwd|secret|api[_-]?key|access[_-]?token|auth[_-]?token|"
                  + "secret[_-]?access[_-]?key|private[_-]?key)[\"']?\\s{0,8}[:=]\\s{0,8}[\"']"
                  + NO_PLACEHOLDER
                  + "(?<secret>[^\\s\"']{6,})[\"']",
              "assw",
              "ASSW",
              "ecret",
              "ECRET",
              "pi_key",
              "pi-key",
              "piKey",
              "pikey",
              "s_token",
              "s-token",
              "sToken",
              "h_token",
              "h-token",
              "hToken",
              "e_key",
              "e-key",
              "eKey",
              "s_key",
              "s-key",
              "sKey"));

  private static SecretShape beginning(String kind, String regex, String... anchors) {
    return new SecretShape(kind, Role.BEGINS, List.of(anchors), new LatePattern(regex));
  }

  private static SecretShape announced(String kind, String regex, String... anchors) {
    return new SecretShape(kind, Role.ANNOUNCES, List.of(anchors), new LatePattern(regex));
  }

  /// Takes out every one there is.
  ///
  /// @return the same text if there is none
  String redact(String text) {
    if (!mayBeIn(text)) {
      return text;
    }
    var compiled = pattern.compiled();
    var matcher = compiled.matcher(text);
    if (!matcher.find()) {
      return text;
    }
    boolean part = compiled.namedGroups().containsKey(GROUP);
    var kept = new StringBuilder(text.length());
    int done = 0;
    do {
      kept.append(text, done, part ? matcher.start(GROUP) : matcher.start()).append(mark(kind));
      done = part ? matcher.end(GROUP) : matcher.end();
    } while (matcher.find());
    return kept.append(text, done, text.length()).toString();
  }

  boolean mayBeIn(String text) {
    for (var anchor : anchors) {
      if (text.contains(anchor)) {
        return true;
      }
    }
    return false;
  }

  static String mark(String kind) {
    return "[redacted " + kind + "]";
  }
}
