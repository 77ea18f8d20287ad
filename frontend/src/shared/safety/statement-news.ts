import type { Statement } from '@candid/contracts';
import { useState } from 'react';
import { useUserId } from '../../lib/session/use-session';
import { useStatements } from './statements';

/** What is older is no news, not even in a browser that has told of nothing yet. */
const newsMs = 14 * 24 * 3_600_000;

type Told = Pick<Statement, 'statementId' | 'issuedAt' | 'undoneAt' | 'appeal'>;

const lastChangeOf = ({ issuedAt, undoneAt, appeal }: Told): string =>
  [issuedAt, undoneAt ?? '', appeal?.decidedAt ?? ''].reduce((last, at) => (at > last ? at : last));

/** Another one once the statement says something else. */
const newsKeyOf = (statement: Told): string => `${statement.statementId} ${lastChangeOf(statement)}`;

/** The statements whose present state has not been read, newest first. */
export function newsOf<Kind extends Told>(statements: readonly Kind[], read: ReadonlySet<string>, now: number): Kind[] {
  return statements
    .filter((statement) => now - Date.parse(lastChangeOf(statement)) < newsMs && !read.has(newsKeyOf(statement)))
    .sort((one, other) => lastChangeOf(other).localeCompare(lastChangeOf(one)));
}

const storedKey = (userId: string): string => `decisionsRead:${userId}`;

/** What this browser has told the person of already. */
function storedRead(userId: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedKey(userId)) ?? '[]');
    return new Set(Array.isArray(stored) ? (stored as string[]) : []);
  } catch {
    return new Set();
  }
}

/** Statements that the person has not read in this browser, and the way to say that they are read. */
export function useStatementNews() {
  const userId = useUserId();
  const statements = useStatements().data ?? [];
  const [read, setRead] = useState(() => storedRead(userId));
  const [now] = useState(Date.now);
  return {
    news: newsOf(statements, read, now),
    now,
    markRead: () => {
      // Those that are there now; what is no longer listed needs no remembering.
      const keys = statements.map(newsKeyOf);
      setRead(new Set(keys));
      try {
        localStorage.setItem(storedKey(userId), JSON.stringify(keys));
      } catch {
        // The page still knows.
      }
    },
  };
}
