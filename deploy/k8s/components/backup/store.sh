#!/bin/sh
# A dump is never written over; how long it is kept is a rule of the bucket.
set -eu
rclone --config=/run/secrets/storage/rclone.conf copy --immutable --checksum --include='*.dump' /backup "store:$BACKUP_BUCKET/$SERVICE"
