import type { Statement } from '@candid/contracts';
import { useState } from 'react';
import { useUserId } from '../../lib/session/use-session';
import { useStatements } from './statements';

/** Older statements are not announced, even in a browser that has no read history. */
const newsMs = 14 * 24 * 3_600_000;

type Told = Pick<Statement, 'statementId' | 'decision' | 'issuedAt' | 'undoneAt' | 'appeal'>;

const lastChangeOf = ({ issuedAt, undoneAt, appeal }: Told): string =>
  [issuedAt, undoneAt ?? '', appeal?.decidedAt ?? ''].reduce((last, at) => (at > last ? at : last));

/** Key of the statement's current state; it changes with every change of the statement. */
const newsKeyOf = (statement: Told): string => `${statement.statementId} ${lastChangeOf(statement)}`;

/** Recent statements whose current state is unread, newest first. The decision that has ended a hold stands for both. */
export function newsOf<Kind extends Told>(statements: readonly Kind[], read: ReadonlySet<string>, now: number): Kind[] {
  return statements
    .filter(({ decision, undoneAt }) => decision !== 'hold' || undoneAt === null)
    .filter((statement) => now - Date.parse(lastChangeOf(statement)) < newsMs && !read.has(newsKeyOf(statement)))
    .sort((one, other) => lastChangeOf(other).localeCompare(lastChangeOf(one)));
}

const storedKey = (userId: string): string => `decisionsRead:${userId}`;

/** News keys that were read in this browser. */
function storedRead(userId: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedKey(userId)) ?? '[]');
    return new Set(Array.isArray(stored) ? (stored as string[]) : []);
  } catch {
    return new Set();
  }
}

/** Statements that are unread in this browser, and a function that marks them as read. */
export function useStatementNews() {
  const userId = useUserId();
  const statements = useStatements().data ?? [];
  const [read, setRead] = useState(() => storedRead(userId));
  const [now] = useState(Date.now);
  return {
    news: newsOf(statements, read, now),
    now,
    markRead: () => {
      // Stores only the listed statements, so that the stored keys do not grow without bound.
      const keys = statements.map(newsKeyOf);
      setRead(new Set(keys));
      try {
        localStorage.setItem(storedKey(userId), JSON.stringify(keys));
      } catch {
        // The browser denies storage: the state of the page still holds the keys.
      }
    },
  };
}
