import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SentBytes } from '../../../lib/api/counted-transport';
import { StableKeys } from '../../../lib/api/idempotency';
import { type AssessmentStart, startAssessment } from '../api/start-assessment';

interface Outcome {
  onAllStarted: () => unknown;
  /** Something failed, but these had been started before. */
  onSomeStarted: (ids: readonly string[]) => void;
}

/** Starts the assessment of all chosen photos; after a failure the same press tries what is left, and nothing is paid twice. */
export function useStart({ onAllStarted, onSomeStarted }: Outcome) {
  const [keys] = useState(() => new StableKeys());
  const [sent, setSent] = useState<SentBytes | null>(null);
  const starting = useMutation({
    mutationFn: async (start: AssessmentStart) => {
      const started: string[] = [];
      try {
        await startAssessment(start, {
          keyOf: (purpose) => keys.of(purpose),
          onSent: setSent,
          onStarted: (ids) => started.push(...ids),
        });
      } catch (error) {
        onSomeStarted(started);
        throw error;
      }
    },
    onMutate: () => setSent(null),
    onSuccess: onAllStarted,
    // A repeat of the whole would begin with what has been started already; the person presses again for the rest.
    retry: false,
  });
  return { start: starting.mutate, busy: starting.isPending, error: starting.error, sent };
}
