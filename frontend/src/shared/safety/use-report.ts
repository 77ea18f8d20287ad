import { MODERATION, type ReportReason } from '@candid/contracts';
import { useState } from 'react';
import { ApiError, hasCode, messageOf } from '../../lib/api/errors';
import { newIdempotencyKey } from '../../lib/api/idempotency';
import { safetyTexts } from '../../lib/texts/safety';

/** `already`: the same was reported before. `gone`: it is not the person's to report any more. */
export type ReportOutcome = 'sent' | 'already' | 'gone';

export interface ReportWords {
  readonly reason: ReportReason;
  readonly text?: string;
}

/** What keeps a report from being sent, in words; null where nothing does. */
export function reportProblem(reason: ReportReason | null, text: string): string | null {
  if (reason === null) return safetyTexts.chooseFirst;
  const over = text.trim().length - MODERATION.reportTextMax;
  if (over > 0) return safetyTexts.tooLong(over);
  return reason === 'other' && text.trim() === '' ? safetyTexts.noteMissing : null;
}

/** What a refusal comes to: an end, or words to try again with. */
export function outcomeOf(error: unknown): ReportOutcome | { readonly problem: string } {
  if (hasCode(error, 'ALREADY_REPORTED')) return 'already';
  if (error instanceof ApiError && error.status === 404) return 'gone';
  if (hasCode(error, 'RATE_LIMITED')) return { problem: safetyTexts.tooMany };
  return { problem: messageOf(error, safetyTexts.failed) };
}

/** One report, from the choice of a reason to what came of it. What was chosen stays until it is sent. */
export function useReport(
  send: (words: ReportWords, idempotencyKey: string) => Promise<void>,
  onSent: ((outcome: ReportOutcome) => void) | undefined,
) {
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<ReportOutcome | null>(null);
  // The same words sent again after a lost answer are one report.
  const [key, setKey] = useState(newIdempotencyKey);
  const changed = () => {
    setProblem(null);
    setKey(newIdempotencyKey());
  };
  const conclude = (end: ReportOutcome) => {
    setOutcome(end);
    onSent?.(end);
  };

  const submit = async () => {
    const missing = reportProblem(reason, text);
    setProblem(missing);
    if (missing !== null || reason === null || busy) return;
    setBusy(true);
    try {
      await send({ reason, ...(text.trim() && { text: text.trim() }) }, key);
      conclude('sent');
    } catch (error) {
      const end = outcomeOf(error);
      if (typeof end === 'string') conclude(end);
      else setProblem(end.problem);
    } finally {
      setBusy(false);
    }
  };

  return {
    reason,
    text,
    busy,
    problem,
    outcome,
    choose: (chosen: ReportReason) => {
      changed();
      setReason(chosen);
    },
    write: (words: string) => {
      changed();
      setText(words);
    },
    submit,
  };
}
