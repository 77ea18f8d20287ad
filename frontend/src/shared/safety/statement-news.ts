import { reportsRoutes, type Statement } from '@candid/contracts';
import { useState } from 'react';
import { polled } from '../../lib/live/live-store';
import { useRead } from '../../lib/query/use-read';
import { useUserId } from '../../lib/session/use-session';
import { tryStorage } from '../../lib/storage/storage';

/** Maximum age of announced statements, even in a browser without a read history. */
const newsMs = 14 * 24 * 3_600_000;

type Told = Pick<Statement, 'statementId' | 'caseId' | 'decision' | 'issuedAt' | 'until' | 'undoneAt' | 'appeal'>;

/** The end of a suspension counts as a change too. */
function lastChangeOf({ issuedAt, until, undoneAt, appeal }: Told, now: number): string {
  const ended = until !== null && Date.parse(until) <= now ? until : '';
  return [issuedAt, ended, undoneAt ?? '', appeal?.decidedAt ?? ''].reduce((last, at) => (at > last ? at : last));
}

const newsKeyOf = (statement: Told, now: number): string => `${statement.statementId} ${lastChangeOf(statement, now)}`;

/** True if another decision has ended this hold. The news about that decision then covers the end of the hold. */
const isFollowed = ({ decision, caseId, undoneAt }: Told, statements: readonly Told[]): boolean =>
  decision === 'hold' &&
  statements.some((other) => other.caseId === caseId && other.decision !== 'hold' && other.issuedAt === undoneAt);

/** Returns recent statements with unread changes, newest first. Leaves out holds that another decision has ended. */
export function newsOf<Kind extends Told>(statements: readonly Kind[], read: ReadonlySet<string>, now: number): Kind[] {
  return statements
    .filter((statement) => now - Date.parse(lastChangeOf(statement, now)) < newsMs)
    .filter((statement) => !read.has(newsKeyOf(statement, now)) && !isFollowed(statement, statements))
    .sort((one, other) => lastChangeOf(other, now).localeCompare(lastChangeOf(one, now)));
}

const storedKey = (userId: string): string => `decisionsRead:${userId}`;

function storedRead(userId: string): ReadonlySet<string> {
  const stored: unknown = tryStorage(() => JSON.parse(localStorage.getItem(storedKey(userId)) ?? '[]'));
  return new Set(Array.isArray(stored) ? (stored as string[]) : []);
}

export const useStatements = () =>
  useRead(reportsRoutes.listStatements, {}, { meta: polled, select: ({ statements }) => statements });

export function useStatementNews() {
  const userId = useUserId();
  const { data: statements = [], isSuccess, isFetching } = useStatements();
  const [read, setRead] = useState(() => storedRead(userId));
  const [now] = useState(Date.now);
  return {
    news: newsOf(statements, read, now),
    /** True once the statements have come from the server and not only from the cache. */
    isCurrent: isSuccess && !isFetching,
    now,
    markRead: () => {
      // Stores only the listed statements, so that the stored keys do not grow without bound.
      const keys = statements.map((statement) => newsKeyOf(statement, now));
      setRead(new Set(keys));
      tryStorage(() => localStorage.setItem(storedKey(userId), JSON.stringify(keys)));
    },
  };
}
