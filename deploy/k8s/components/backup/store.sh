#!/bin/sh
# Uploads the dump and never overwrites one. A lifecycle rule of the bucket deletes old dumps.
set -eu
rclone --config=/run/secrets/storage/rclone.conf copy --immutable --checksum --include='*.dump' /backup "store:$BACKUP_BUCKET/$SERVICE"
