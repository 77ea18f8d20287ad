import { useCallback, useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { useUserId } from '../../../lib/session/use-session';
import { type Draft, draftKey, draftStorage, emptyDraft, type Place, parseDraft } from './draft-storage';
import { entryOf, type PhotoEntry } from './progress';

/**
 * An unfinished assessment; it survives a reload, an expired session and a phone that puts the page away. The same test in two
 * tabs is one draft: each follows the other.
 */
export function useDraft(testId: string) {
  const key = draftKey(useUserId(), testId);
  const [draft, setDraft] = useState<Draft>(() => draftStorage.read(key) ?? emptyDraft());
  /** Submitted or cancelled in another tab. */
  const [takenElsewhere, setTakenElsewhere] = useState(false);
  const latest = useRef(draft);
  /** What has been submitted or cancelled is not written down again by whatever still moves on the page. */
  const isGone = useRef(false);

  const keep = useCallback(
    (next: Draft) => {
      latest.current = next;
      setDraft(next);
      if (!isGone.current) draftStorage.write(key, next);
    },
    [key],
  );

  useEffect(() => {
    draftStorage.prune(Date.now());
    const follow = (event: StorageEvent) => {
      if (event.key !== key) return;
      const other = parseDraft(event.newValue);
      isGone.current = other === null;
      setTakenElsewhere(other === null);
      if (!other) return;
      // Where the other tab is does not move this one.
      latest.current = { ...other, place: latest.current.place };
      setDraft(latest.current);
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [key]);

  return {
    entries: draft.entries,
    idempotencyKey: draft.idempotencyKey,
    place: draft.place,
    takenElsewhere,
    change: (entryId: string, change: Partial<PhotoEntry>) => {
      const { entries, place } = latest.current;
      const changed = { ...entries, [entryId]: { ...entryOf(entries, entryId), ...change } };
      // What is sent has changed, so it is another submission.
      keep({ entries: changed, idempotencyKey: newIdempotencyKey(), place, savedAt: Date.now() });
    },
    move: (place: Partial<Place>) => keep({ ...latest.current, place: { ...latest.current.place, ...place } }),
    discard: () => {
      isGone.current = true;
      draftStorage.remove(key);
    },
  };
}
