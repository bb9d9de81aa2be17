package dev.drover.tools.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.drover.tools.sandbox.Sandbox.CommandPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The home directory as a sandboxed command sees it, with planted credentials and toolchains.
@Tag("D12")
final class SandboxHomeTest {
  private static final List<String> CREDENTIALS =
      List.of(
          ".ssh/id_ed25519",
          ".aws/credentials",
          ".azure/msal_token_cache.json",
          ".gnupg/private-keys-v1.d/a.key",
          ".kube/config",
          ".docker/config.json",
          ".netrc",
          ".npmrc",
          ".pypirc",
          ".pgpass",
          ".my.cnf",
          ".vault-token",
          ".git-credentials",
          ".m2/settings.xml",
          ".m2/settings-security.xml",
          ".gradle/gradle.properties",
          ".cargo/credentials.toml",
          ".mozilla/firefox/a.default/logins.json",
          ".thunderbird/a.default/key4.db",
          ".fly/config.yml",
          ".pulumi/credentials.json",
          ".terraform.d/credentials.tfrc.json",
          ".s3cfg",
          ".oci/oci_api_key.pem",
          ".ivy2/.credentials",
          ".gem/credentials",
          ".composer/auth.json",
          ".databrickscfg",
          ".claude/.credentials.json",
          ".codex/auth.json",
          ".psql_history",
          ".bash_history",
          ".config/gh/hosts.yml",
          ".config/git/credentials",
          ".config/gcloud/credentials.db",
          ".config/google-chrome/Default/Login Data",
          ".config/rclone/rclone.conf",
          ".config/containers/auth.json",
          ".config/drover/config.yaml",
          ".local/share/keyrings/login.keyring");

  /// Files of unknown programs, and personal files.
  private static final List<String> PRIVATE =
      List.of(
          ".gitconfig",
          ".bashrc",
          ".config/unheard-of/token",
          ".local/share/unheard-of/token",
          ".unheard-of",
          "notes.txt",
          "Documents/passwords.ods",
          "other-project/.env");

  private static final List<String> TOOLCHAINS =
      List.of(
          ".m2/repository/a/b/1/b-1.jar",
          ".gradle/wrapper/dists/gradle",
          ".gradle/caches/a.jar",
          ".sdkman/candidates/java/25/release",
          ".jdks/temurin-25/release",
          ".cargo/bin/cargo",
          ".cargo/registry/index",
          ".rustup/toolchains/stable/rustc",
          ".nvm/versions/node",
          ".npm/_cacache/a",
          ".pyenv/versions/3/python",
          ".rbenv/versions/ruby",
          ".asdf/shims/node",
          ".volta/bin/node",
          ".local/bin/tool",
          ".local/lib/python3/site.py",
          ".local/share/mise/installs/node",
          ".local/share/pipx/venvs/tool",
          ".local/share/uv/tools/ruff",
          ".deno/bin/deno",
          ".bun/bin/bun",
          "go/bin/gopls",
          "go/pkg/mod/a.go",
          ".config/git/ignore");

  @TempDir Path place;
  private final PrivateTempFolder outside = VisibleFolders.create();
  private Path home = outside.folder();

  @BeforeEach
  void plant() throws Exception {
    home = Files.createDirectories(outside.folder().resolve("home"));
    for (var name : Stream.concat(CREDENTIALS.stream(), PRIVATE.stream()).toList()) {
      plant(name, "secret");
    }
    for (var name : TOOLCHAINS) {
      plant(name, "toolchain");
    }
  }

  private void plant(String name, String text) throws Exception {
    Files.createDirectories(home.resolve(name).getParent());
    Files.writeString(home.resolve(name), text);
  }

  @AfterEach
  void clear() {
    outside.close();
  }

  @Test
  void onlyToolchainsInTheHomeAreVisible() throws Exception {
    assertThat(visibleFiles(paths(work()), ShellOptions.DEFAULT))
        .containsExactlyInAnyOrderElementsOf(TOOLCHAINS);
  }

  @Test
  void theHomeIsNotWritable() throws Exception {
    var attempts =
        "for f in . .m2/repository .config .cargo/bin; do touch %s/$f/new 2>/dev/null && echo $f; done"
            .formatted(home);
    assertThat(run(paths(work()), ShellOptions.DEFAULT, attempts)).isEmpty();
    assertThat(home.resolve("new")).doesNotExist();
  }

  @Test
  void aWorkspaceBelowTheHomeIsVisibleWithoutItsSiblings() throws Exception {
    plant("projects/mine/code", "code");
    plant("projects/theirs/code", "secret");
    var paths = paths(home.resolve("projects/mine"));
    assertThat(visibleFiles(paths, ShellOptions.DEFAULT))
        .contains("projects/mine/code", ".m2/repository/a/b/1/b-1.jar")
        .doesNotContain("projects/theirs/code")
        .doesNotContainAnyElementsOf(CREDENTIALS)
        .doesNotContainAnyElementsOf(PRIVATE);
    assertThat(run(paths, ShellOptions.DEFAULT, "touch made; ls ..")).isEqualTo("mine\n");
    assertThat(home.resolve("projects/mine/made")).exists();
    assertThat(home.resolve("projects/mine/code")).hasContent("code");
  }

  @Test
  void knownCredentialsAreHiddenEvenIfTheHomeIsTheWorkspace() throws Exception {
    assertThat(visibleFiles(paths(home), ShellOptions.DEFAULT))
        .contains("notes.txt", ".m2/repository/a/b/1/b-1.jar")
        .doesNotContainAnyElementsOf(CREDENTIALS);
  }

  @Test
  void aWritableFolderIsVisible() throws Exception {
    var options = ShellOptions.DEFAULT.writing(home.resolve(".gradle"));
    assertThat(run(paths(work()), options, "echo x > %s/.gradle/caches/new".formatted(home)))
        .isEmpty();
    assertThat(home.resolve(".gradle/caches/new")).exists();
    assertThat(visibleFiles(paths(work()), options))
        .contains(".gradle/caches/new", ".cargo/bin/cargo")
        .doesNotContainAnyElementsOf(CREDENTIALS);
  }

  @Test
  void homesOfOtherUsersAreHidden() throws Exception {
    var find =
        "find /root /home /Users -type f -not -path '/home/linuxbrew/*' -not -path '%s/*' 2>/dev/null; true"
            .formatted(home);
    assertThat(run(paths(work()), ShellOptions.DEFAULT, find)).isEmpty();
  }

  @Test
  void dataOfServicesIsHidden() throws Exception {
    assertThat(run(paths(work()), ShellOptions.DEFAULT, "ls -A /var/lib/systemd /var/spool/*"))
        .contains("cannot access '/var/lib/systemd'", "cannot access '/var/spool/*'");
    if (Files.exists(Path.of("/var/lib/dpkg/status"))) {
      assertThat(run(paths(work()), ShellOptions.DEFAULT, "ls /var/lib/dpkg/status"))
          .isEqualTo("/var/lib/dpkg/status\n");
    }
  }

  @Test
  void theHostMayShowMorePaths() throws Exception {
    plant("tools/odd/run", "program");
    var options =
        ShellOptions.DEFAULT
            .reading(home.resolve("tools/odd"))
            .reading(home.resolve(".gitconfig"))
            .reading(home.resolve("missing"));
    assertThat(visibleFiles(paths(work()), options))
        .contains("tools/odd/run", ".gitconfig", ".cargo/bin/cargo")
        .doesNotContainAnyElementsOf(CREDENTIALS)
        .doesNotContain("notes.txt");
    assertThat(run(paths(work()), options, "echo x >> %s/tools/odd/run".formatted(home)))
        .contains("Read-only");
  }

  @Test
  void knownCredentialsStayHiddenInAHomeThatTheHostShows() throws Exception {
    assertThat(visibleFiles(paths(work()), ShellOptions.DEFAULT.reading(home)))
        .contains("notes.txt", ".bashrc")
        .doesNotContainAnyElementsOf(CREDENTIALS);
  }

  @Test
  void onlyTheNamedPathIsVisibleInsideAHiddenFolder() throws Exception {
    plant(".ssh/known_hosts", "hosts");
    var options = ShellOptions.DEFAULT.reading(home).reading(home.resolve(".ssh/known_hosts"));
    assertThat(visibleFiles(paths(work()), options))
        .contains(".ssh/known_hosts", "notes.txt")
        .doesNotContain(".ssh/id_ed25519");
  }

  @Test
  void programsOnThePathAreVisibleWithTheirInstallation() throws Exception {
    plant("scripts/hello", "program");
    plant("apps/jdk/bin/java", "program");
    plant("apps/jdk/conf/security", "program");
    plant("apps/jdk/release", "program");
    plant("apps/node/bin/node", "program");
    plant("apps/node/lib/npm", "program");
    plant("apps/node/notes", "secret");
    var programs =
        List.<Path>of(
            home.resolve("scripts"),
            home.resolve("apps/jdk/bin"),
            home.resolve("apps/node/bin"),
            home.resolve(".cargo/bin"),
            home.resolve(".local/bin"),
            home.resolve(".docker/bin"),
            home,
            Objects.requireNonNull(home.getParent()),
            Path.of("/"),
            Path.of("relative"));
    plant(".docker/bin/docker", "hidden with its folder");
    var seen = visibleFiles(paths(work(), programs.subList(0, 6)), ShellOptions.DEFAULT);
    assertThat(seen)
        .contains(
            "scripts/hello",
            "apps/jdk/bin/java",
            "apps/jdk/conf/security",
            "apps/jdk/release",
            "apps/node/bin/node",
            "apps/node/lib/npm")
        .doesNotContain("apps/node/notes", ".docker/bin/docker")
        .doesNotContainAnyElementsOf(CREDENTIALS)
        .doesNotContainAnyElementsOf(PRIVATE);
    assertThat(visibleFiles(paths(work(), programs.subList(6, 10)), ShellOptions.DEFAULT))
        .containsExactlyInAnyOrderElementsOf(TOOLCHAINS);
  }

  @Test
  void aLinkIsFollowedOnlyToVisibleTargets() throws Exception {
    var elsewhere = Files.createDirectories(outside.folder().resolve("disk/stack"));
    Files.writeString(elsewhere.resolve("ghc"), "toolchain");
    Files.createDirectories(home.resolve(".stack"));
    Files.createSymbolicLink(home.resolve(".stack/programs"), elsewhere);
    Files.createSymbolicLink(home.resolve(".stack/snapshots"), home.resolve("Documents"));
    Files.createSymbolicLink(home.resolve(".rvm"), home);
    Files.createSymbolicLink(home.resolve(".opam"), home.resolve(".ssh"));
    var cat = "cd %s; cat .stack/programs/ghc; ls .stack/snapshots .rvm .opam".formatted(home);
    assertThat(run(paths(work()), ShellOptions.DEFAULT, cat + " 2>/dev/null"))
        .isEqualTo("toolchain");
  }

  @Test
  void aHomeThatIsALinkIsFoundUnderItsOwnPath() throws Exception {
    var homes = Path.of("/home");
    assumeTrue(Files.isWritable(homes), "needs to be root");
    var name = homes.resolve("drover-test-" + ProcessHandle.current().pid());
    Files.createSymbolicLink(name, home);
    try {
      assertFoundUnder(name);
    } finally {
      Files.delete(name);
    }
  }

  private void assertFoundUnder(Path name) throws Exception {
    var temp = Files.createDirectories(place.toRealPath().resolve("temp"));
    var paths = new CommandPaths(work(), temp, name, List.of(name.resolve("scripts")));
    plant("scripts/hello", "program");
    assertThat(
            run(
                paths,
                ShellOptions.DEFAULT,
                "cd %s; cat .cargo/bin/cargo scripts/hello; cat .netrc .bashrc 2>/dev/null"
                    .formatted(name)))
        .isEqualTo("toolchainprogram");
  }

  @Test
  void aHomeInAFolderOfTheSystemDoesNotHideTheSystem() throws Exception {
    var temp = Files.createDirectories(place.toRealPath().resolve("temp"));
    for (var odd : List.of("/", "/usr", "/usr/bin", "/var", "/opt", "/etc", "/tmp", "/missing")) {
      var paths = new CommandPaths(work(), temp, Path.of(odd), List.of());
      assertThat(run(paths, ShellOptions.DEFAULT, "ls /usr/bin/env /etc/passwd"))
          .as(odd)
          .isEqualTo("/etc/passwd\n/usr/bin/env\n");
    }
  }

  private Path work() throws Exception {
    return Files.createDirectories(place.toRealPath().resolve("work"));
  }

  private CommandPaths paths(Path workspace) throws Exception {
    return paths(workspace, List.of());
  }

  private CommandPaths paths(Path workspace, List<Path> programs) throws Exception {
    var temp = Files.createDirectories(place.toRealPath().resolve("temp"));
    return new CommandPaths(workspace, temp, home, programs);
  }

  private List<String> visibleFiles(CommandPaths paths, ShellOptions options) throws Exception {
    var find = "cd %s && find . -type f -size +0 -readable | cut -c3-".formatted(home);
    return run(paths, options, find).lines().toList();
  }

  private static String run(CommandPaths paths, ShellOptions options, String command)
      throws Exception {
    return SandboxProbe.run(paths, options, "sh", "-c", command);
  }
}
