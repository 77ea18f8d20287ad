import { useEffect, useState } from 'react';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { useUserId } from '../../../lib/session/use-session';
import type { Entries, PhotoEntry } from './progress';
import { entryOf } from './progress';

interface Draft {
  readonly entries: Entries;
  /** Of the one submission this draft will become, so that a reload in between cannot send it twice. */
  readonly idempotencyKey: string;
}

/** An unfinished assessment; it survives a reload, an expired session and a phone that puts the page away. */
export function useDraft(testId: string) {
  const key = `draft:${useUserId()}:${testId}`;
  const [draft, setDraft] = useState<Draft>(() => read(key));

  useEffect(() => {
    try {
      localStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // Without storage the draft lives as long as the page.
    }
  }, [key, draft]);

  return {
    entries: draft.entries,
    idempotencyKey: draft.idempotencyKey,
    change: (photoId: string, change: Partial<PhotoEntry>) =>
      setDraft((current) => ({
        entries: { ...current.entries, [photoId]: { ...entryOf(current.entries, photoId), ...change } },
        // What is sent has changed, so it is another submission.
        idempotencyKey: newIdempotencyKey(),
      })),
    discard: () => localStorage.removeItem(key),
  };
}

function read(key: string): Draft {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
    if (stored?.entries && stored.idempotencyKey) return stored;
  } catch {
    // An unreadable draft is no draft.
  }
  return { entries: {}, idempotencyKey: newIdempotencyKey() };
}
