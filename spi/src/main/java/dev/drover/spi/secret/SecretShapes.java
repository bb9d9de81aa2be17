package dev.drover.spi.secret;

import dev.drover.spi.secret.SecretShapes.SecretShape.Extent;
import dev.drover.spi.secret.SecretShapes.SecretShape.Part;
import dev.drover.spi.secret.SecretShapes.SecretShape.Proof;
import java.util.ArrayList;
import java.util.List;

/// The formats of keys and tokens that services issue. One line is one format: kind; prefixes;
/// parts, each an alphabet and a length; `random` where the prefix alone proves nothing; `behind`
/// where the prefix is not part of the secret.
public final class SecretShapes {
  private static final String TABLE =
      """
      anthropic-key;sk-ant-;DASHED 16
      openai-key;sk-;DASHED 20;random
      openai-key;sk-proj- sk-svcacct- sk-admin-;DASHED 20;random
      openrouter-key;sk-or-v1-;HEX 40
      groq-key;gsk_;ALNUM 40
      xai-key;xai-;ALNUM 40
      perplexity-key;pplx-;ALNUM 32
      replicate-token;r8_;ALNUM 30
      nvidia-key;nvapi-;DASHED 40
      tavily-key;tvly-;DASHED 20;random
      huggingface-token;hf_ api_org_;ALNUM 30
      google-key;AIza;DASHED 35
      google-token;ya29.;DOTTED 20
      google-secret;GOCSPX-;DASHED 20
      aws-key;AKIA ASIA ABIA ACCA;UPPER 16-16
      aws-bedrock-key;ABSK;PADDED 100;random
      github-token;ghp_ gho_ ghu_ ghs_ ghr_;ALNUM 30
      github-token;github_pat_;WORD 22
      gitlab-token;glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat-;DASHED 20
      bitbucket-token;ATBB;ALNUM 28;random
      atlassian-token;ATATT3 ATCTT3;PADDED 60
      slack-token;xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-;DASHED 10;random
      slack-token;xoxe.xoxb- xoxe.xoxp-;DASHED 40;random
      slack-hook;hooks.slack.com/services/;SLASHED 20;behind
      discord-hook;discord.com/api/webhooks/ discordapp.com/api/webhooks/;HEADER 60;behind
      stripe-key;sk_live_ rk_live_ sk_test_ rk_test_;ALNUM 16
      stripe-hook;whsec_;PADDED 24;random
      square-token;sq0atp- sq0csp- sq0idp-;DASHED 22
      square-token;EAAA;DASHED 60-64;random
      shopify-token;shpat_ shpca_ shppa_ shpss_;HEX 32
      plaid-token;access-production- access-sandbox- access-development-;DASHED 36;random
      easypost-key;EZAK EZTK;ALNUM 54;random
      flutterwave-key;FLWSECK- FLWSECK_TEST-;DASHED 30;random
      duffel-token;duffel_live_ duffel_test_;DASHED 40
      shippo-token;shippo_live_ shippo_test_;HEX 40
      npm-token;npm_;ALNUM 36;random
      pypi-token;pypi-;DASHED 50;random
      rubygems-key;rubygems_;HEX 40
      nuget-key;oy2;ALNUM 43-43;random
      clojars-token;CLOJARS_;HEX 60
      docker-token;dckr_pat_ dckr_oat_;DASHED 20
      artifactory-key;AKCp;ALNUM 60;random
      sendgrid-key;SG.;DASHED 16, DASHED 16
      mailgun-key;key-;HEX 32-32;random
      brevo-key;xkeysib- xsmtpsib-;DASHED 60
      twilio-key;SK;HEX 32-32;random
      digitalocean-token;dop_v1_ doo_v1_ dor_v1_;HEX 60
      heroku-key;HRKU-;DASHED 36
      fly-token;fo1_ fm1r_ fm2_;PADDED 40;random
      netlify-token;nfp_;ALNUM 36
      supabase-key;sbp_ sb_secret_;DASHED 22;random
      planetscale-token;pscale_tkn_ pscale_pw_ pscale_oauth_;DASHED 32
      databricks-token;dapi;HEX 32;random
      doppler-token;dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.;DOTTED 40
      vault-token;hvs. hvb. hvr.;DASHED 20;random
      terraform-token;.atlasv1.;DASHED 60;behind
      pulumi-token;pul-;HEX 40-40
      onepassword-token;ops_eyJ;PADDED 100
      age-key;AGE-SECRET-KEY-1;UPPER 50
      tailscale-key;tskey-;DASHED 20;random
      openshift-token;sha256~;DASHED 43-43;random
      grafana-token;glc_ glsa_;PADDED 32;random
      grafana-key;eyJrIjoi;PADDED 60
      newrelic-key;NRAK- NRAL- NRII-;DASHED 27
      sentry-token;sntrys_ sntryu_;PADDED 40
      linear-key;lin_api_ lin_oauth_;ALNUM 30
      notion-token;secret_;ALNUM 40-50;random
      notion-token;ntn_;ALNUM 40
      figma-token;figd_;DASHED 30
      postman-key;PMAK-;DASHED 50
      typeform-token;tfp_;DASHED 40
      dropbox-token;sl.A sl.B sl.C sl.u.;DASHED 60;random
      contentful-token;CFPAT-;DASHED 40
      readme-key;rdme_;ALNUM 60
      buildkite-token;bkua_;HEX 40
      circleci-token;CCIPAT_;DASHED 40;random
      prefect-key;pnu_;ALNUM 36;random
      adafruit-key;aio_;ALNUM 28-28;random
      jwt;eyJ;DASHED 8, DASHED 8, DASHED 8
      """;

  /// In no particular order.
  public static final List<SecretShape> ALL = read();

  private SecretShapes() {}

  private static List<SecretShape> read() {
    var shapes = new ArrayList<SecretShape>();
    for (var line : TABLE.strip().split("\n", -1)) {
      var fields = line.split(";", -1);
      var parts = new ArrayList<Part>();
      for (var part : fields[2].split(", ", -1)) {
        parts.add(part(part));
      }
      var mode = fields.length > 3 ? fields[3] : "";
      for (var prefix : fields[1].split(" ", -1)) {
        shapes.add(
            new SecretShape(
                fields[0],
                prefix,
                parts,
                mode.equals("random") ? Proof.RANDOM : Proof.PREFIX,
                mode.equals("behind") ? Extent.BEHIND_PREFIX : Extent.WHOLE));
      }
    }
    return List.copyOf(shapes);
  }

  private static Part part(String text) {
    int space = text.indexOf(' ');
    var length = text.substring(space + 1);
    int dash = length.indexOf('-');
    return new Part(
        text.substring(0, space),
        Integer.parseInt(dash < 0 ? length : length.substring(0, dash)),
        dash < 0 ? 0 : Integer.parseInt(length.substring(dash + 1)));
  }

  /// The format of a key or token that can be recognized by its prefix.
  ///
  /// @param kind the text that replaces it, for people
  /// @param prefix at the beginning of a word
  /// @param parts follow the prefix, with a dot between them
  /// @param proof further requirements for a secret
  /// @param extent how much of it is removed
  public record SecretShape(
      String kind, String prefix, List<Part> parts, Proof proof, Extent extent) {
    public SecretShape {
      parts = List.copyOf(parts);
    }

    /// A run of characters.
    ///
    /// @param most a longer run is something else; 0 for any length
    public record Part(String characters, int least, int most) {
      SecretAlphabet alphabet() {
        return SecretAlphabet.valueOf(characters);
      }
    }

    /// Whether the prefix is sufficient.
    public enum Proof {
      PREFIX,
      /// The prefix occurs in ordinary words and names too: the rest must look random.
      RANDOM
    }

    public enum Extent {
      WHOLE,
      /// The prefix only indicates where the secret is.
      BEHIND_PREFIX
    }

    /// In a form for people.
    public String notation() {
      var text = new StringBuilder(prefix);
      for (int i = 0; i < parts.size(); i++) {
        var part = parts.get(i);
        var length = part.most == part.least ? "" + part.least : part.least + " or more";
        var most = part.most > part.least ? part.least + " to " + part.most : length;
        text.append(i == 0 ? " " : " . ")
            .append(part.alphabet().notation())
            .append(' ')
            .append(most);
      }
      return text.toString();
    }

    static String mark(String kind) {
      return "[redacted " + kind + "]";
    }
  }
}
