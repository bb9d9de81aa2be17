# Ends a command and all that it has started: when it is told to, and when the process that started
# this guard dies in whatever way, because then the input ends.
#
# $1  a name that only this command and its descendants carry in their environment: `NAME:guard` all
#     of them, `NAME:call` those that are not ours
#
# Input, line by line:  leader PID   the first process of the command
#                       term         ask the command to end; answered with `asked`
# At the end of the input everything is killed, and the output says how many of the command's own
# processes still ran.
#
# Members are found in three ways, because each alone loses some. Who leaves the session still has
# the environment; who clears the environment is still a descendant, or in the session.
# PIPE: who would hear the answer may be dead.
trap '' HUP INT QUIT TERM PIPE
mark=$1
leader=

# The pids of those with the name in their environment.
marked() {
  for file in $(grep -lsF -e "$mark:$1" /proc/[0-9]*/environ); do
    file=${file#/proc/}
    printf '%s ' "${file%/environ}"
  done
}

# All that run, one after the other as `PID PARENT SESSION ;`. Not from `stat`, where a process can
# write what it likes into its own line.
table() {
  for word in $(grep -hsE '^(State|Pid|PPid|NSsid):' /proc/[0-9]*/status); do
    case $word in
      *:) key=$word ;;
      *)
        case $key in
          State:) state=$word ;;
          Pid:) pid=$word ;;
          PPid:) parent=$word ;;
          NSsid:) case $state in Z | X) ;; *) printf '%s ' "$pid $parent $word ;" ;; esac ;;
        esac
        # What follows is the same in words, or as others see it.
        key=
        ;;
    esac
  done
}

# Those of the given pids that run, what is in the session of the leader, and the descendants of
# them all.
family() {
  known=" $* "
  members=
  all=$(table)
  # Without a session of its own it must not stand for one.
  case $all in *" $leader ;"*) session=$leader ;; *) session=none ;; esac
  grown=yes
  while [ "$grown" ]; do
    grown=
    set -- $all
    while [ $# -gt 0 ]; do
      case "$members " in
        *" $1 "*) ;;
        *)
          case "$known $3 " in
            *" $1 "*" $3 " | *" $2 "*" $3 " | *" $session ") members="$members $1" known="$known$1 " grown=yes ;;
          esac
          ;;
      esac
      shift 4
    done
  done
  echo $members
}

while read -r what pid; do
  case $what in
    leader) leader=$pid ;;
    term)
      kill -s TERM $(leader= && family $(marked call)) 2>/dev/null
      echo asked
      ;;
  esac
done

set -- $(marked call)
echo $#

if [ ! -d /proc/self ]; then
  kill -s KILL -- "-$leader" "$leader" 2>/dev/null
  exit
fi

# If the leader is not known it may just be starting.
if [ "$leader" ]; then needed=1; else needed=20; fi
empty=0
pass=0
while [ $empty -lt $needed ] && [ $pass -lt 100 ]; do
  left=$(family $leader $(marked guard))
  if [ "$left" ]; then
    empty=0
    kill -s KILL $left 2>/dev/null
  else
    empty=$((empty + 1))
  fi
  # What is killed is usually dead at once.
  if [ $pass -gt 0 ] && [ $empty -lt $needed ]; then sleep 0.01; fi
  pass=$((pass + 1))
done
