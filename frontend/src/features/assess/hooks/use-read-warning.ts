import type { RaterStanding } from '@candid/contracts';
import { useState } from 'react';

const readKey = 'warningRead';

/** Whether a warning has still to be read; once a visit, and again when it is another one. */
export function useReadWarning(standing: RaterStanding | undefined): { isUnread: boolean; markRead(): void } {
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
