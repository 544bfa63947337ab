#!/bin/sh
# Puts a build of the site in the place of the one before, so that no visitor meets a page without styles and script.
#
#   deploy.sh [--days N] FOLDER      FOLDER is what the build wrote, e.g. web/dist
#   deploy.sh --rollback [RELEASE]   back to the release before, or to one of those in releases/
#   deploy.sh --list                 the releases; * is served
#   deploy.sh --maintenance on|off   whether every path is answered with the page for maintenance
#
# Environment:
#   SITE     where the site is served from; default: /srv/site
#   RELOAD   how the host reads its policy again; default: systemctl reload nginx. For Caddy: systemctl reload caddy
#   URL      the site's address: the script waits until the host sends the new policy. Without it, it only waits for SETTLE
#   SETTLE   for how many seconds connections may still get the old policy; default: 12, more than nginx keeps an unused one
#   ADMISSIONS   the command that looks at the folder first; default: admissions, if it is on PATH
#
# What it leaves in SITE:
#   releases/    one folder for each build, those of the last N days (default 30), the served one and the one before
#   assets/      scripts, styles and pictures of all of them: a visitor in the middle of a form needs those of her page
#   current      a link to the release that is served
#   policy.nginx.conf, policy.caddy   the policy that the host includes
#   config.json, content.json   yours, if you put them there; they take the place of those of every build
#
# First the policy comes to allow both builds, their pages and their APIs, then the link changes.
# Exit codes: 0 done, 1 nothing changed.
set -eu

site=${SITE:-/srv/site}
reload=${RELOAD:-systemctl reload nginx}
settle=${SETTLE:-12}
days=30

fail() {
  echo "deploy: $1" >&2
  exit 1
}

usage() {
  sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"
  exit "$1"
}

# The name of the release that a link leads to; nothing where there is none.
linked() {
  if [ -L "$site/$1" ]; then basename "$(readlink "$site/$1")"; fi
}

build_of() {
  sed -n 's/.*"build": "\([0-9a-f]*\)".*/\1/p' "$1"
}

# The first hash of a kind (style or script) in a release: that of its own pages.
hash_of() {
  tr -d ' \n\r' <"$site/releases/$1/inline.json" |
    sed -n 's|.*"'"$2"'":\[\{0,1\}"\(sha256-[A-Za-z0-9+/=]*\)".*|\1|p'
}

# The sources of a directive in a policy that is read from the standard input. $1: the directive.
sources_of() {
  sed -n 's/.*[" ]'"$1"' \([^;"]*\).*/\1/p'
}

# Prints a policy file in which the pages of a release are allowed, and what they call and show: its API may be at another
# address than that of the release before. $1: the file, $2: the release.
allow() {
  style=$(hash_of "$2" style)
  script=$(hash_of "$2" script)
  if [ -z "$style" ] || [ -z "$script" ]; then fail "releases/$2/inline.json has no hashes: build the site again"; fi
  text=$(cat "$1")
  for directive in style-src script-src connect-src frame-src; do
    case $directive in
      style-src) sources="'$style'" ;;
      script-src) sources="'$script'" ;;
      *) sources=$(sources_of "$directive" <"$site/releases/$2/policy.nginx.conf") ;;
    esac
    for source in $sources; do
      case " $(printf '%s\n' "$text" | sources_of "$directive") " in
        *" $source "*) continue ;;
      esac
      # Beside other sources, 'none' means nothing.
      [ "$source" != "'none'" ] || continue
      text=$(printf '%s\n' "$text" | sed "s|\($directive [^;\"]*\)|\1 $source|; s|$directive 'none' |$directive |")
    done
  done
  printf '%s\n' "$text"
}

# Makes the host send a policy that allows the pages of a release and of the one that is served now.
# $1: the release, $2: the folder of the policy files to begin with.
open_policy() {
  served=$(linked current)
  changed=no
  for file in policy.nginx.conf policy.caddy; do
    rm -f "$site/$file.old"
    allow "$2/$file" "$1" >"$site/$file.new"
    if [ -n "$served" ]; then
      allow "$site/$file.new" "$served" >"$site/$file.both"
      mv "$site/$file.both" "$site/$file.new"
    fi
    if cmp -s "$site/$file.new" "$site/$file"; then
      rm "$site/$file.new"
    else
      [ ! -e "$site/$file" ] || cp "$site/$file" "$site/$file.old"
      mv "$site/$file.new" "$site/$file"
      changed=yes
    fi
  done
  [ "$changed" = yes ] || return 0
  if [ -z "$served" ]; then
    echo "Include $site/policy.nginx.conf or $site/policy.caddy in the host's configuration, and start it."
    return 0
  fi
  if ! sh -c "$reload" || ! wait_for_policy "$(hash_of "$1" script)"; then
    for file in policy.nginx.conf policy.caddy; do
      [ ! -e "$site/$file.old" ] || mv "$site/$file.old" "$site/$file"
    done
    fail "the host did not take the new policy ($reload): the old one is back, and the old release stays"
  fi
}

# Waits until the host sends the new policy, which has this hash; the last connections to the old one need a moment more.
wait_for_policy() {
  if [ -z "${URL:-}" ]; then
    sleep "$settle"
    return 0
  fi
  tries=0
  connections=$(sources_of connect-src <"$site/policy.nginx.conf")
  # Any status will do, because the site may be under maintenance.
  until curl -sS -m 10 -o /dev/null -D - "$URL" | tr -d '\r' | grep -i '^content-security-policy:' |
    grep -F "'$1'" | grep -qF "connect-src $connections;"; do
    tries=$((tries + 1))
    [ "$tries" -lt 30 ] || return 1
    sleep 1
  done
  sleep "$settle"
}

# Lets a link lead to a release, in one step. $1: the link, $2: the release.
point() {
  ln -s "releases/$2" "$site/$1.new"
  mv -fT "$site/$1.new" "$site/$1"
}

# Marks the assets of a release as used today.
use_assets() {
  [ -r "$site/releases/$1.assets" ] || return 0
  tr '\n' '\0' <"$site/releases/$1.assets" | (cd "$site/assets" && xargs -0 touch -c)
}

# Names in a release's inline.json each hash that the policy allows, so that a check of the site knows them all: first its
# own. $1: the release.
name_hashes() {
  file=$site/releases/$1/inline.json
  build=$(build_of "$file")
  for element in style script; do
    own=$(hash_of "$1" "$element")
    others=$(grep -o "$element-src[^;]*" "$site/policy.nginx.conf" | grep -o 'sha256-[A-Za-z0-9+/=]*' | grep -vxF "$own") || :
    printf '  "%s": [%s]\n' "$element" "$(printf '%s\n' "$own" $others | sed 's/.*/"&"/' | paste -sd , -)"
  done | sed '1s/$/,/' | { printf '{\n  "build": "%s",\n' "$build"; cat; printf '}\n'; } >"$file.new"
  rm -f "$file.br" "$file.gz"
  mv "$file.new" "$file"
}

serve() {
  name_hashes "$1"
  served=$(linked current)
  if [ "$served" != "$1" ]; then
    point current "$1"
    [ -z "$served" ] || point previous "$served"
  fi
  echo "Serving release $1${served:+, before it $served}."
}

# Ends where a file of the build is missing or was changed, and where there is another. $1: the folder.
compare_files() {
  wrong=$(
    cd "$1"
    sha256sum -c files.sha256 2>/dev/null | grep -v ': OK$'
    listed=$(sed 's/^[0-9a-f]*  //' files.sha256)
    own=$(printf '%s\n' files.sha256 config.json content.json policy.nginx.conf policy.caddy)
    find . -type f | sed 's|^\./||' | grep -vxF "$listed
$own" | sed 's/$/: not of this build/'
  ) || :
  [ -z "$wrong" ] || fail "$1 is not what the build wrote; nothing was copied:
$wrong"
}

deploy() {
  folder=$1
  for file in index.html shell.html worker.js inline.json config.json policy.nginx.conf policy.caddy files.sha256 assets; do
    [ -e "$folder/$file" ] || fail "$folder has no $file: it is not what the build writes"
  done
  admissions=${ADMISSIONS:-admissions}
  if command -v "$admissions" >/dev/null; then
    "$admissions" check-site "$folder" || fail "$folder must not be served like this; nothing was copied"
  fi
  compare_files "$folder"
  mkdir -p "$site/releases" "$site/assets"
  release=$(date -u +%Y%m%dT%H%M%SZ)-$(build_of "$folder/inline.json")
  [ ! -e "$site/releases/$release" ] || fail "releases/$release is there already"
  rm -rf "$site/releases/.new"
  cp -R "$folder" "$site/releases/.new"

  # The assets of all releases are in one folder. A move replaces a file of the same content in one step: whoever is
  # reading it goes on with the old one.
  ls "$site/releases/.new/assets" >"$site/releases/$release.assets"
  find "$site/releases/.new/assets" -type f -exec sh -c 'mv -f "$@" "$0"' "$site/assets" {} +
  rmdir "$site/releases/.new/assets"
  ln -s ../../assets "$site/releases/.new/assets"
  for file in config.json content.json; do
    if [ -e "$site/$file" ]; then ln -sf "../../$file" "$site/releases/.new/$file"; fi
  done
  mv "$site/releases/.new" "$site/releases/$release"

  open_policy "$release" "$site/releases/$release"
  # From here on the days of what is replaced are counted.
  served=$(linked current)
  [ -z "$served" ] || use_assets "$served"
  use_assets "$release"
  serve "$release"

  find "$site/assets" -type f -mtime "+$days" -exec rm -f {} +
  for old in "$site"/releases/*/; do
    old=$(basename "$old")
    if [ "$old" = "$(linked current)" ] || [ "$old" = "$(linked previous)" ]; then continue; fi
    if [ -n "$(find "$site/releases/$old" -prune -mtime "+$days")" ]; then
      rm -rf "$site/releases/$old" "$site/releases/$old.assets"
    fi
  done
}

rollback() {
  release=${1:-$(linked previous)}
  [ -n "$release" ] || fail "there is no release before this one"
  [ -d "$site/releases/$release" ] || fail "there is no releases/$release (deploy.sh --list)"
  [ "$release" != "$(linked current)" ] || fail "$release is served already"
  while IFS= read -r asset; do
    [ -e "$site/assets/$asset" ] || fail "assets/$asset of $release is gone: build that version again"
  done <"$site/releases/$release.assets"
  # Pages of the release that is left are still open, and cached by workers, so the policy goes on allowing them.
  open_policy "$release" "$site"
  use_assets "$(linked current)"
  serve "$release"
}

case ${1:-} in
  --days)
    days=${2:-}
    case $days in '' | *[!0-9]*) usage 1 ;; esac
    [ $# -eq 3 ] || usage 1
    deploy "$3"
    ;;
  --rollback) rollback "${2:-}" ;;
  --maintenance)
    case ${2:-} in
      on) : >"$site/maintenance" ;;
      off) rm -f "$site/maintenance" ;;
      *) usage 1 ;;
    esac
    ;;
  --list)
    for release in "$site"/releases/*/; do
      release=$(basename "$release")
      if [ "$release" = "$(linked current)" ]; then echo "* $release"; else echo "  $release"; fi
    done
    ;;
  '' | -*) usage 1 ;;
  *)
    [ $# -eq 1 ] || usage 1
    deploy "$1"
    ;;
esac
