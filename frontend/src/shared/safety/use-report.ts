import { MODERATION, type ReportReason, reportsRoutes } from '@candid/contracts';
import { useState } from 'react';
import { call } from '../../lib/api/call';
import { ApiError, hasCode, messageOf } from '../../lib/api/errors';
import { newIdempotencyKey } from '../../lib/api/idempotency';
import { safetyTexts } from '../../lib/texts/safety';

/** `already`: the person has reported it before. `gone`: the photo or rating can no longer be reported. */
export type ReportOutcome = 'sent' | 'already' | 'gone';

export interface Reported {
  readonly photoId: string;
  readonly ratingId?: string;
}

export function reportProblem(reason: ReportReason | null, text: string): string | null {
  if (reason === null) return safetyTexts.chooseFirst;
  const over = text.trim().length - MODERATION.reportTextMax;
  if (over > 0) return safetyTexts.tooLong(over);
  return reason === 'other' && text.trim() === '' ? safetyTexts.noteMissing : null;
}

export function outcomeOf(error: unknown): ReportOutcome | { readonly problem: string } {
  if (hasCode(error, 'ALREADY_REPORTED')) return 'already';
  if (error instanceof ApiError && error.status === 404) return 'gone';
  if (hasCode(error, 'RATE_LIMITED')) return { problem: safetyTexts.tooMany };
  return { problem: messageOf(error, safetyTexts.failed) };
}

export function useReport(reported: Reported, onSent: ((outcome: ReportOutcome) => void) | undefined) {
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<ReportOutcome | null>(null);
  // A retry with the same input keeps the key, so that the report is sent only once.
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
      const body = { ...reported, reason, ...(text.trim() && { text: text.trim() }) };
      await call(reportsRoutes.report, { body, idempotencyKey: key });
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
