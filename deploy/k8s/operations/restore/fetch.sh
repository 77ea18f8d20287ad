#!/bin/sh
# Fetches the service's newest dump that is not later than RESTORE_BEFORE. Fails if another service's newest dump is more
# than an hour older or newer, because the services' data would not match.
set -eu
umask 077
rclone() { command rclone --config=/run/secrets/storage/rclone.conf "$@"; }
newest() {
  rclone lsf --files-only --include='*.dump' "store:$BACKUP_BUCKET/$1" |
    sort | awk -v last="$RESTORE_BEFORE.dump" '$0 <= last' | tail -n 1
}
# Returns the minutes between two names such as 2026-11-22T030001Z.dump.
minutes_between() {
  printf '%s\n%s\n' "$1" "$2" | awk '
    { year = substr($0, 1, 4); month = substr($0, 6, 2) + 0 }
    month < 3 { year -= 1; month += 12 }
    { days = 365 * year + int(year / 4) - int(year / 100) + int(year / 400) + int((153 * month - 457) / 5) + substr($0, 9, 2)
      minutes[NR] = 1440 * days + 60 * substr($0, 12, 2) + substr($0, 14, 2) }
    END { between = minutes[1] - minutes[2]; print between < 0 ? -between : between }'
}
name=$(newest "$SERVICE")
if [ -z "$name" ]; then
  echo "no dump of $SERVICE in $BACKUP_BUCKET before $RESTORE_BEFORE" >&2
  exit 1
fi
for other in identity photos assessments tokens; do
  beside=$(newest "$other")
  if [ -z "$beside" ] || [ "$(minutes_between "$name" "$beside")" -gt 60 ]; then
    echo "$SERVICE has $name, $other has ${beside:-none}: set RESTORE_BEFORE to a night of which all four are there" >&2
    exit 1
  fi
done
echo "$name"
rclone copyto "store:$BACKUP_BUCKET/$SERVICE/$name" /backup/restore.dump
