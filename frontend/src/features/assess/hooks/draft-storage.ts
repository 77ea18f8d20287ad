import { newIdempotencyKey } from '../../../lib/api/idempotency';
import type { Entries } from './progress';

/** Where somebody is in an assessment. */
export interface Place {
  /** The photo that is being rated or commented. */
  readonly photoId: string | null;
  readonly picking: boolean;
  /** The open section of the comments. */
  readonly sectionId: number | null;
}

export interface Draft {
  readonly entries: Entries;
  /** Of the one submission this draft will become, so that a reload in between cannot send it twice. */
  readonly idempotencyKey: string;
  readonly place: Place;
  /** Unix milliseconds. */
  readonly savedAt: number;
}

const prefix = 'draft:';
/** No test stays open so long; what is older was left for good. */
const keptMs = 7 * 24 * 3_600_000;

export const nowhere: Place = { photoId: null, picking: false, sectionId: null };

export function draftKey(userId: string, testId: string): string {
  return `${prefix}${userId}:${testId}`;
}

export function emptyDraft(): Draft {
  return { entries: {}, idempotencyKey: newIdempotencyKey(), place: nowhere, savedAt: Date.now() };
}

/** Null where the text is no draft. */
export function parseDraft(text: string | null): Draft | null {
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
export const draftStorage = {
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
