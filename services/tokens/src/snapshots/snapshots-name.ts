/** Of the follower's checkpoint and lock. */
export const snapshotsName = 'ledger-snapshots';
