import { eventually } from '@candid/testing';
import type { Found, Subject } from './invariant-subject.js';
import * as moderation from './moderation-invariants.js';
import * as people from './people-invariants.js';
import * as system from './system-invariants.js';

export interface Finding {
  invariant: string;
  ok: boolean;
  detail: string;
}

interface Invariant {
  name: string;
  check: (subject: Subject) => Promise<Found>;
  /** True if the check repairs the faults that it finds, so that a second run would find none. */
  isOnce?: true;
  /** True if the check uses only HTTP, as a person does. */
  isFromOutside?: true;
}

/** Invariants in the order of their checks. Background work must finish before results are compared. */
const INVARIANTS: readonly Invariant[] = [
  { name: 'nobody met an answer that was wrong', check: people.answersRight, isFromOutside: true },
  { name: 'consumers drained', check: system.consumersDrained },
  { name: 'no stuck work, no dead letters', check: system.workDone },
  { name: 'every accepted rating counted once', check: people.ratingsCounted, isFromOutside: true },
  { name: 'every token where it belongs, each refund once', check: people.tokensRight, isFromOutside: true },
  {
    name: 'a notification for each submission that can be seen',
    check: people.notificationsCounted,
    isFromOutside: true,
  },
  { name: 'one mail for each completion', check: people.mailsSent, isFromOutside: true },
  { name: 'each photo has its bytes', check: people.photosHaveBytes, isFromOutside: true },
  { name: 'each report in one case, which is decided', check: moderation.reportsDecided },
  { name: 'nothing that was held or removed is in a feed', check: moderation.feedsClean },
  { name: 'books balanced', check: system.booksBalanced, isFromOutside: true },
  { name: 'ledger verified from the first event', check: system.ledgerVerified },
  { name: 'reconciled from the first event', check: system.reconciled, isOnce: true },
  { name: 'read models are what a replay gives', check: system.readModelsReplayed, isOnce: true },
];

/** Invariants that are checked only at the end, because orphaned pictures are removed after a while. */
const AT_THE_END: readonly Invariant[] = [{ name: 'no picture without a photo', check: system.noOrphans }];

/** Locks of a killed process expire within seconds, and failed work is retried within a minute. */
const WITHIN_MS = 120_000;

interface CheckOptions {
  /** Violations that were reported before and are not reported again. The check adds new ones. */
  known?: Set<string>;
  isEnd?: boolean;
  /** If true, only the checks that use HTTP run. */
  isFromOutside?: boolean;
}

/** Retries each check until it passes or its time is over, because background work may still run. */
export async function checkInvariants(
  subject: Subject,
  { known = new Set(), isEnd = true, isFromOutside = false }: CheckOptions = {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const asked = [...INVARIANTS, ...(isEnd ? AT_THE_END : [])].filter((one) => !isFromOutside || one.isFromOutside);
  for (const { name, check, isOnce } of asked) {
    let wrong: string[] = [];
    const look = async (): Promise<string> => {
      const found = await check(subject);
      wrong = found.wrong.filter((one) => !known.has(one));
      if (wrong.length > 0) throw new Error(`${wrong.length}: ${wrong.slice(0, 5).join('; ')}`);
      return found.otherwise;
    };
    try {
      const detail = await eventually(look, { withinMs: isOnce ? 0 : WITHIN_MS, everyMs: 500 });
      findings.push({ invariant: name, ok: true, detail });
    } catch (error) {
      findings.push({ invariant: name, ok: false, detail: error instanceof Error ? error.message : String(error) });
      for (const one of wrong) known.add(one);
    }
  }
  return findings;
}
