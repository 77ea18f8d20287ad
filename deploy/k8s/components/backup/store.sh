#!/bin/sh
# Never overwrites a dump. A rule of the bucket deletes old ones.
set -eu
rclone --config=/run/secrets/storage/rclone.conf copy --immutable --checksum --include='*.dump' /backup "store:$BACKUP_BUCKET/$SERVICE"
