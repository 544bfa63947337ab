#!/bin/sh
# One night: walks an applicant through the backend, then looks at the site and its certificate.
# For cron, for systemd (admissions-nightly.service), or by hand:
#
#   nightly.sh [SETTINGS]     the file of settings; default: /etc/admissions/nightly.env, made from nightly.env
#
# It needs flock (util-linux or BusyBox), and mail(1) where MAIL_TO is set. Where it is not, what has to be told is
# printed: cron mails it. Nothing is told of a good night.
#
# The exit code is that of `admissions smoke`, or else that of `admissions check-site`: 0 good, 1 broken contract or site,
# 2 configuration, 3 not reached, 4 waiting for a person, 5 no mail, 6 slow, 70 the command crashed, 130 interrupted. The
# night could not start: 69 a program is missing, 73 the folder cannot be written, 75 the night before goes on, 78 no usable settings.
set -u
umask 077

settings=${1:-/etc/admissions/nightly.env}

# Tells somebody. $1: one line, $2: the text.
tell() {
  if [ -n "${MAIL_TO:-}" ] && printf '%s\n' "$2" | mail -s "$1" "$MAIL_TO"; then
    return
  fi
  printf '%s\n\n%s\n' "$1" "$2"
}

# Ends a night that cannot start. $1: the exit code, $2: why.
refuse() {
  tell "Admissions: the night could not start ($1)" "$2"
  exit "$1"
}

# The shell would look for a bare name on PATH.
case $settings in */*) ;; *) settings=./$settings ;; esac
[ -r "$settings" ] || refuse 78 "There are no settings in $settings, or this user may not read them."
sh -n "$settings" || refuse 78 "A line of $settings is none that a shell can read: NAME='value'."
set -a
# shellcheck source=/dev/null
. "$settings"
set +a
: "${FOLDER:=/srv/smoke}" "${PROFILE:=staging}" "${KEEP_DAYS:=30}" "${ADMISSIONS:=admissions}"

for program in flock "$ADMISSIONS"; do
  command -v "$program" >/dev/null || refuse 69 "The program $program is not on PATH ($PATH)."
done
cd "$FOLDER" || refuse 73 "The folder $FOLDER is not there, or this user may not enter it."
mkdir -p reports || refuse 73 "The folder $FOLDER/reports cannot be made."
for file in .lock reports/.lock; do
  (: >>"$file") || refuse 73 "Nothing can be written into $FOLDER/${file%.lock}."
done

# A file can be made on a full disk, and nothing written into it.
head -c 4000000 /dev/zero >reports/.room 2>/dev/null || {
  rm -f reports/.room
  refuse 73 "There is no room for the reports in $FOLDER: see df $FOLDER."
}
rm -f reports/.room

# The lock goes with the last process that has it open, however that ends.
exec 9>>.lock
flock -n 9 || refuse 75 "The night before goes on: see $FOLDER/reports."

# A shell that is stopped (systemd, a shutdown) would tell nobody. With a trap it waits for the command, which ends as
# INTERRUPTED when it gets the signal too.
stopped=
trap 'stopped=yes' HUP INT TERM

day=$(date +%Y-%m-%d)

# Runs a command, keeps what it prints in reports/, and tells what is not good. Its errors need no disk, because one may be
# that the disk is full. $1: a name, the rest: the command.
night_code=0
run() {
  [ -z "$stopped" ] || return 0
  name=$1
  shift
  errors=$("$@" 2>&1 >"reports/$day.$name.log")
  code=$?
  line=$({ cat "reports/$day.$name.log"; printf '%s\n' "$errors"; } | sed '/^$/d' | head -n 1 | cut -c 1-200)
  case $code in
    0)
      line=$(grep -E '^(Warning|PARTIAL): ' "reports/$day.$name.log") || return 0
      line=$(printf '%s\n' "$line" | head -n 1 | cut -c 1-200)
      ;;
    126 | 127) code=69 ;;
    129 | 13[1-9] | 14?)
      line="INTERRUPTED: the command was killed by signal $((code - 128))"
      code=130
      ;;
  esac
  [ "$night_code" -ne 0 ] || night_code=$code
  tell "Admissions $name ($PROFILE) ended with $code: $line" "$(
    printf '%s\n' "$errors"
    tail -n 60 "reports/$day.$name.log"
    echo
    echo "All of it: $FOLDER/reports/$day.$name.*"
  )"
}

run smoke "$ADMISSIONS" smoke --profile "$PROFILE" --confirm 1 \
  --last-good "$PROFILE.good.json" --save "reports/{date}.run.json" \
  --report "html=reports/{date}.smoke.html" --report "json=reports/{date}.smoke.json" \
  --report "prometheus=${PROMETHEUS_FOLDER:-reports}/admissions-$PROFILE.prom"

# The site's own look: what answers a path, headers, settings, and the days left of its certificate.
if [ -n "${SITE:-}" ]; then
  run site "$ADMISSIONS" check-site "$SITE" --report "html=reports/{date}.site.html" \
    --report "prometheus=${PROMETHEUS_FOLDER:-reports}/admissions-site.prom"
fi

find reports -type f -mtime "+$KEEP_DAYS" -exec rm -f {} +

# A dead man's switch tells somebody when nothing calls it for a day: the night did not even start.
if [ -n "${PING_URL:-}" ]; then
  curl -fsS -m 20 --retry 3 -o /dev/null "$PING_URL" || wget -q -T 20 -O /dev/null "$PING_URL"
fi

if [ -n "$stopped" ] && [ "$night_code" -eq 0 ]; then
  tell "Admissions ($PROFILE): the night was stopped (130)" "What it did until then is in $FOLDER/reports."
  exit 130
fi
exit "$night_code"
