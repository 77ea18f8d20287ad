import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Notice, NoticeRegion } from './notice';

interface Outcome {
  readonly done: boolean;
  readonly text: string;
  /** Tells the person what to do now. */
  readonly advice?: string | undefined;
}

export function OutcomeNotice({ outcome }: { outcome: Outcome | null }) {
  const notice = useRef<HTMLDivElement>(null);
  // Scrolls to the notice, which is below the fields and may be outside a phone's screen.
  useEffect(() => {
    if (outcome) notice.current?.scrollIntoView?.({ block: 'nearest' });
  }, [outcome]);
  return (
    <>
      <NoticeRegion>
        {outcome?.done && (
          <Notice ref={notice} tone="success">
            <p>{outcome.text}</p>
            {outcome.advice && <p>{outcome.advice}</p>}
          </Notice>
        )}
      </NoticeRegion>
      {outcome?.done === false && (
        <Notice ref={notice} tone="danger">
          <p>{outcome.text}</p>
          {outcome.advice && <p>{outcome.advice}</p>}
        </Notice>
      )}
    </>
  );
}

/** The outcome of the last submission. A failure disappears as soon as the person changes a field. */
export function useOutcome<Fields extends FieldValues>({ watch }: Pick<UseFormReturn<Fields>, 'watch'>) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    const subscription = watch((_, { type }) => {
      if (type === 'change') setOutcome((shown) => (shown?.done ? shown : null));
    });
    return () => subscription.unsubscribe();
  }, [watch]);
  return [outcome, setOutcome] as const;
}
