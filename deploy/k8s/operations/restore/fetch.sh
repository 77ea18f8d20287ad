#!/bin/sh
# The newest dump that is not later than RESTORE_BEFORE.
set -eu
umask 077
from="store:$BACKUP_BUCKET/$SERVICE"
rclone() { command rclone --config=/run/secrets/storage/rclone.conf "$@"; }
name=$(rclone lsf --files-only --include='*.dump' "$from" | sort | awk -v last="$RESTORE_BEFORE.dump" '$0 <= last' | tail -n 1)
if [ -z "$name" ]; then
  echo "no dump in $from before $RESTORE_BEFORE" >&2
  exit 1
fi
echo "$name"
rclone copyto "$from/$name" /backup/restore.dump
