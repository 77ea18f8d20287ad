import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MailKind } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { supportActivityTexts } from '../../../lib/texts/support-account';
import { chainSteps, linkedTransfers } from './chain-timeline';
import type { TransferTrace } from './transfer';

const own = '6d985fce-f883-4949-a4c9-3efac66e5520';
const other = '0b0c2a36-2f0f-4d3e-9a55-7a7b6a3f9a01';
type Step = TransferTrace['timeline'][number];

const step = (kind: Step['kind'], id: string, more: Partial<Step> = {}): Step => ({
  ...{ kind, id, at: '2026-11-21T10:00:00Z', service: 'tokens', title: kind },
  ...{ userId: null, detail: null, state: null },
  ...more,
});

const timeline = [
  step('request', 'request', { title: 'POST /test' }),
  step('event', 'a', { title: 'TestStarted', detail: 'test-1' }),
  step('event', 'b', { title: 'TransferPosted', detail: `transfer-${own}` }),
  step('transfer', own, { title: 'hold', detail: '40', state: 'posted' }),
  step('transfer', other, { title: 'refund', detail: '10', state: 'posted' }),
  step('mail', 'm', { title: 'results', state: 'sent' }),
];

describe('the chain of a transfer', () => {
  it('tells each step in words', () => {
    expect(chainSteps(timeline, own).map(({ title, note }) => [title, note])).toEqual([
      ['POST /test', null],
      ['Test started', 'test-1'],
      ['Transfer posted', `transfer-${own}`],
      ['Assessment start', '40 tokens, posted'],
      ['Refund', '10 tokens, posted'],
      ['Results', 'sent'],
    ]);
  });

  it('leads to the other transfers, and marks its own', () => {
    const steps = chainSteps(timeline, own);
    expect(steps.map(({ to }) => to)).toEqual([null, null, null, null, `/support/transfers/${other}`, null]);
    expect(steps.map(({ isOwn }) => isOwn)).toEqual([false, false, true, true, false, false]);
    expect(linkedTransfers(timeline, own)).toEqual([other]);
  });
});

describe('the mails of the console', () => {
  it('have words for each kind that the server sends and shows', () => {
    const file = path.resolve(import.meta.dirname, '../../../../../services/identity/src/mail/mail-work.ts');
    const kinds = readFileSync(file, 'utf8').match(/(?<=\bkind: (?:'[\w-]+' \| )*')[\w-]+/g) ?? [];
    // Mails about the outcome of reports reveal reporters, so the console shows none.
    const shown = new Set([...kinds, ...MailKind.options].filter((kind) => kind !== 'reportOutcome'));
    expect(Object.keys(supportActivityTexts.mails).sort()).toEqual([...shown].sort());
  });
});
