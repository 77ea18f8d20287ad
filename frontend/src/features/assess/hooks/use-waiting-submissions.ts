import { useEffect, useState } from 'react';
import { useUserId } from '../../../lib/session/use-session';
import { onOutboxChange, submissionOutbox, type WaitingSubmission } from '../submission-outbox';

/** This person's submissions that the server does not have yet; undefined until the device's storage has answered. */
export function useWaitingSubmissions(): readonly WaitingSubmission[] | undefined {
  const userId = useUserId();
  const [entries, setEntries] = useState<readonly WaitingSubmission[]>();
  useEffect(() => {
    let current = true;
    const read = async () => {
      const found = await submissionOutbox.entriesOf(userId);
      if (current) setEntries(found);
    };
    void read();
    const stop = onOutboxChange(() => void read());
    return () => {
      current = false;
      stop();
    };
  }, [userId]);
  return entries;
}
