import { useCallback, useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { useUserId } from '../../../lib/session/use-session';
import { tryStorage } from '../../../lib/storage/storage';
import { type Entries, entryOf, type PhotoEntry } from '../open-assessment';

/** The draft survives a reload, an expired session and a phone that unloads the page. Changes show in all tabs. */
export function useDraft(testId: string) {
  const key = draftKey(useUserId(), testId);
  const [draft, setDraft] = useState<Draft>(() => draftStorage.read(key) ?? emptyDraft());
  const [takenElsewhere, setTakenElsewhere] = useState(false);
  const latest = useRef(draft);
  /** True once the draft is submitted or discarded; later changes on the page are then not saved. */
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
      // Each tab keeps its own position in the assessment.
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
      // Changed content is a new submission and needs a new idempotency key.
      keep({ entries: changed, idempotencyKey: newIdempotencyKey(), place, savedAt: Date.now() });
    },
    move: (place: Partial<Place>) => keep({ ...latest.current, place: { ...latest.current.place, ...place } }),
    /** After a refusal, the remaining photos are a new submission and need a new key. */
    renewKey: () => keep({ ...latest.current, idempotencyKey: newIdempotencyKey() }),
    discard: () => {
      isGone.current = true;
      draftStorage.remove(key);
    },
  };
}

interface Place {
  readonly photoId: string | null;
  readonly picking: boolean;
  readonly sectionId: number | null;
}

interface Draft {
  readonly entries: Entries;
  /** Idempotency key of the submission, so that a reload does not send the draft twice. */
  readonly idempotencyKey: string;
  readonly place: Place;
  /** Unix milliseconds. */
  readonly savedAt: number;
}

const prefix = 'draft:';
/** No assessment stays open this long, so an older draft is abandoned. */
const keptMs = 7 * 24 * 3_600_000;

const nowhere: Place = { photoId: null, picking: false, sectionId: null };

export const draftKey = (userId: string, testId: string): string => `${prefix}${userId}:${testId}`;

function emptyDraft(): Draft {
  return { entries: {}, idempotencyKey: newIdempotencyKey(), place: nowhere, savedAt: Date.now() };
}

function parseDraft(text: string | null): Draft | null {
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<Draft> | null;
    if (!stored?.entries || !stored.idempotencyKey) return null;
    const { entries, idempotencyKey, place = nowhere, savedAt = Date.now() } = stored;
    return { entries, idempotencyKey, place, savedAt };
  } catch {
    return null;
  }
}

/** Drafts in the browser's storage; if there is no storage, a draft lasts as long as the page. */
const draftStorage = {
  read: (key: string) => tryStorage(() => parseDraft(localStorage.getItem(key))) ?? null,
  write: (key: string, draft: Draft) =>
    tryStorage(() => localStorage.setItem(key, JSON.stringify({ ...draft, savedAt: Date.now() }))),
  remove: (key: string) => tryStorage(() => localStorage.removeItem(key)),
  prune: (now: number) =>
    tryStorage(() => {
      for (const key of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
        const draft = parseDraft(localStorage.getItem(key));
        if (!draft || now - draft.savedAt > keptMs) localStorage.removeItem(key);
      }
    }),
};
