# Runs the command, says how it ended, and stays until it is killed: what the command left in the
# background may print a last line, and would die with the sandbox.
#
# $1  the shell   $2  the command   $3  the name that the command and its descendants carry

# A shell of its own, which the command replaces: what this one says of its death is not its output.
(
  export DROVER_CALL="${DROVER_CALL:+$DROVER_CALL }$3:call"
  exec "$1" -c "$2" >&3 2>&3 3>&-
)
echo "exit $?" >&2
exec sleep 3600 >/dev/null 2>&1 3>&- </dev/null
