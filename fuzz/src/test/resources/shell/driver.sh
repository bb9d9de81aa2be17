# Runs each line of /log/lines (ended by NUL) with bash, in the same small workspace, and logs its effects.
# It is process 1 of the sandbox: no line can end it, and it can end all that a line has left behind.
shopt -s dotglob globstar nullglob
exec 7</log/lines 8>>/log/trips 9<> <(:) </dev/null
export PATH=/bin HOME=/home LANG=C.UTF-8 FUNCNEST=8 GIT_CONFIG_NOSYSTEM=1
declare -A planted

# Makes the workspace what it was.
plant() {
  cd /
  /driver/rm -rf /w/* /tmp/*
  /driver/cp -a /driver/fixture/. /w
  cd /w
  local each
  for each in **; do planted[$each]=yes; done
}

run() (
  ulimit -c 0 -f 65536 -v 1048576 -u 1024 -n 256
  exec /real/timeout -s KILL 0.5 /real/bash -c "$1" >/log/out 2>&1 7<&- 8>&- 9<&-
)

# Waits a moment for what a line has left running, and ends it.
settle() {
  local rounds=0 left
  while left=(/proc/[0-9]*) && ((${#left[@]} > 1 && rounds++ < 10)); do
    read -r -t 0.01 -u 9
  done
  ((${#left[@]} > 1)) && kill -KILL -1
  wait
}

# Logs each file that is new, or newer than when it was planted.
changes() {
  local each count=0 changed=
  for each in ** /tmp/*; do
    ((count++))
    if [[ -z ${planted[$each]} || ( -f $each && $each -nt /driver/fixture/$each ) ]]; then
      printf '%s\0' @trip:file "$each" >&8
      changed=yes
    fi
  done
  [[ -n $changed ]] || ((count != ${#planted[@]})) && plant
}

plant
number=0
while IFS= read -r -d '' line <&7; do
  printf '%s\0' @trip:line $((number++)) >&8
  run "$line"
  settle
  cd /w
  mapfile -d '' -n 4 out </log/out
  [[ "${out[*]}" == *'secret of .env'* ]] && printf '%s\0' @trip:leak >&8
  changes
done
printf '%s\0' @trip:end >&8
