import { type AssessorStanding, ratersRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';

/** How this person stands as an assessor: why, since when and what can be done. */
export function useStanding(enabled: boolean) {
  const userId = useUserId();
  return useQuery<AssessorStanding>({
    queryKey: queryKeys.standing(),
    queryFn: ({ signal }) => call(ratersRoutes.getRaterStanding, { params: { userId }, signal }),
    enabled,
  });
}

export async function appealStanding(
  body: { userId: string; text: string },
  idempotencyKey: string,
): Promise<AssessorStanding> {
  return call(ratersRoutes.appealRaterStanding, { body, idempotencyKey });
}

const readKey = 'warningRead';

/** Whether a warning has still to be read; once a visit, and again when it is another one. */
export function useReadWarning(standing: AssessorStanding | undefined): { isUnread: boolean; markRead(): void } {
  const [read, setRead] = useState(() => sessionStorage.getItem(readKey));
  const warning = standing?.standing === 'warned' ? (standing.since ?? 'warned') : null;
  return {
    isUnread: warning !== null && warning !== read,
    markRead: () => {
      if (warning === null) return;
      sessionStorage.setItem(readKey, warning);
      setRead(warning);
    },
  };
}
