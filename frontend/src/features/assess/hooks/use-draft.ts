import { useCallback, useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { useUserId } from '../../../lib/session/use-session';
import { type Entries, entryOf, type PhotoEntry } from '../progress';

/**
 * An unfinished assessment; it survives a reload, an expired session and a phone that puts the page away. The same assessment in two
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
    /** After a refusal: what is left is another submission. */
    renewKey: () => keep({ ...latest.current, idempotencyKey: newIdempotencyKey() }),
    discard: () => {
      isGone.current = true;
      draftStorage.remove(key);
    },
  };
}

/** Where somebody is in an assessment. */
interface Place {
  /** The photo that is being rated or commented. */
  readonly photoId: string | null;
  readonly picking: boolean;
  /** The open section of the comments. */
  readonly sectionId: number | null;
}

interface Draft {
  readonly entries: Entries;
  /** Of the one submission this draft will become, so that a reload in between cannot send it twice. */
  readonly idempotencyKey: string;
  readonly place: Place;
  /** Unix milliseconds. */
  readonly savedAt: number;
}

const prefix = 'draft:';
/** No assessment stays open so long; what is older was left for good. */
const keptMs = 7 * 24 * 3_600_000;

const nowhere: Place = { photoId: null, picking: false, sectionId: null };

export function draftKey(userId: string, testId: string): string {
  return `${prefix}${userId}:${testId}`;
}

function emptyDraft(): Draft {
  return { entries: {}, idempotencyKey: newIdempotencyKey(), place: nowhere, savedAt: Date.now() };
}

/** Null where the text is no draft. */
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

/** Without storage a draft lives as long as the page. */
const draftStorage = {
  read(key: string): Draft | null {
    try {
      return parseDraft(localStorage.getItem(key));
    } catch {
      return null;
    }
  },

  write(key: string, draft: Draft): void {
    try {
      localStorage.setItem(key, JSON.stringify({ ...draft, savedAt: Date.now() }));
    } catch {
      // The page still has it.
    }
  },

  remove(key: string): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // There was nothing to remove.
    }
  },

  /** Forgets what was left for good, whoever left it. */
  prune(now: number): void {
    try {
      for (const key of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
        const draft = parseDraft(localStorage.getItem(key));
        if (!draft || now - draft.savedAt > keptMs) localStorage.removeItem(key);
      }
    } catch {
      // Nothing is kept.
    }
  },
};
