# Finds a JDK, for scripts of this repository that need one newer than the machine's default.
#
#   find_jdk 25    sets JDK to the home of a JDK of release 25 or newer; returns 1 if there is none
#
# Every JDK has a release file, and only that is read: starting each candidate to ask for its version
# would take longer than starting the program.

find_jdk() {
  own=${HOME:-/nonexistent}
  for home in "${JAVA_HOME:-}" "$(java_home_of_path)" \
    /usr/lib/jvm/* /usr/java/* /usr/local/java/* /usr/local/jdk* /opt/* /opt/java/* /opt/jdk/* \
    "$own"/.sdkman/candidates/java/* "$own"/.jdks/* "$own"/.gradle/jdks/* \
    "$own"/.asdf/installs/java/* "$own"/.local/share/mise/installs/java/* \
    "$own"/.jenv/versions/* "$own"/.jabba/jdk/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "$own"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /home/linuxbrew/.linuxbrew/opt/openjdk*/libexec; do
    if is_jdk "$home" "$1"; then
      JDK=$home
      return 0
    fi
  done
  return 1
}

# A Java runtime without a compiler is not enough: the program has to be built.
is_jdk() {
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  while IFS= read -r line; do
    case $line in
      JAVA_VERSION=\"*)
        line=${line#JAVA_VERSION=\"}
        line=${line%%[!0-9]*}
        [ "${line:-0}" -ge "$2" ]
        return
        ;;
    esac
  done <"$1/release"
  return 1
}

java_home_of_path() {
  java=$(command -v java) || return 0
  while [ -L "$java" ]; do
    link=$(readlink "$java")
    case $link in
      /*) java=$link ;;
      *) java=${java%/*}/$link ;;
    esac
  done
  printf '%s\n' "${java%/bin/java}"
}
