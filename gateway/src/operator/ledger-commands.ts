import { supportLedgerRpc, type TimelineStep, TransferId, type TransferTrace, UserId } from '@candid/contracts';
import type { z } from 'zod';
import type { ServiceCall } from '../kernel/services.js';
import { isAway, ownSteps, timelineOf } from '../support/merged-answers.js';
import { type Cell, type Command, columns, type Given, type Options, type Outcome, right, text } from './command.js';

/** Commands that read the whole ledger can take minutes. */
const timeoutMs = 300_000;
const ENTRIES_SHOWN = 50;

const given = (options: Options, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (text(options, name) === undefined ? [] : [[name, text(options, name)]])));

const table = (head: readonly string[], rows: readonly (readonly Cell[])[]) => columns([head, ...rows]);

async function balance(call: ServiceCall, { subject, options }: Given): Promise<Outcome> {
  if (subject === undefined) {
    const asOf = text(options, 'at');
    const { accounts, sum } = await call(supportLedgerRpc.trialBalance, asOf === undefined ? {} : { asOf });
    const rows = accounts.map(({ account, debits, credits, balance: left }) => [account, debits, credits, left]);
    return { lines: [...table(['account', 'taken', 'given', 'balance'], rows), `sum ${sum}`], isRight: sum === 0 };
  }
  const { balances } = await call(supportLedgerRpc.getBalances, { userIds: [UserId.parse(subject)] });
  const lines = balances.map(({ posted, held, available }) => `posted ${posted}, held ${held}, available ${available}`);
  return right(lines);
}

async function statement(call: ServiceCall, { subject, options }: Given): Promise<Outcome> {
  const request = {
    userId: UserId.parse(subject),
    limit: Number(text(options, 'limit') ?? ENTRIES_SHOWN),
    ...given(options, ['from', 'to', 'code']),
  };
  const { entries, nextCursor } = await call(supportLedgerRpc.getAccountStatement, request);
  const rows = entries.map(({ at, code, amount, balance: left, transferId, cause }) => {
    return [at, code, amount, left, transferId, cause];
  });
  const more = nextCursor === null ? [] : ['There are more: give --limit, or --to the last time shown.'];
  return right([...table(['time', 'code', 'tokens', 'balance', 'transfer', 'cause'], rows), ...more]);
}

async function verify(call: ServiceCall, { options }: Given): Promise<Outcome> {
  const answer = await call(supportLedgerRpc.verifyLedger, { full: options['full'] === true });
  const { checked, recomputed, head, firstBroken } = answer;
  const found = firstBroken
    ? `link ${firstBroken.number} is the first that is wrong: event ${firstBroken.eventId} is ${firstBroken.fault}`
    : `${checked} events are as they were written, ${recomputed} of them recomputed now`;
  return { lines: [found, `head ${head}`], isRight: answer.ok };
}

async function reconcile(call: ServiceCall, { options }: Given): Promise<Outcome> {
  const { checkedAt, checks } = await call(supportLedgerRpc.reconcile, { full: options['full'] === true });
  const lines = checks.flatMap(({ name, ok, detail, rows, runbook }) => [
    `${ok ? 'ok   ' : 'FAULT'} ${name}: ${detail}`,
    ...rows.map((row) => `        ${row.kind} ${row.id}: ${row.detail}`),
    ...(ok ? [] : [`        see docs/runbooks/ledger-not-reconciled.md#${runbook}`]),
  ]);
  return { lines: [`checked at ${checkedAt}`, ...lines], isRight: checks.every(({ ok }) => ok) };
}

type Trace = z.output<typeof TransferTrace>;

/** Returns the console's timeline and the services that did not answer. */
async function toldTimeline(call: ServiceCall, trace: Trace) {
  const away = new Set<string>();
  const orAway: ServiceCall = (message, payload, options) =>
    call(message, payload, options).catch((error: unknown) => {
      if (isAway(error)) away.add(message.service);
      throw error;
    });
  const requestIds = trace.correlatedRequests.map(({ requestId }) => requestId);
  return { steps: await timelineOf(orAway, requestIds, ownSteps(trace)), away: [...away] };
}

function causeIn(causeEventId: string | null, steps: readonly TimelineStep[]) {
  if (causeEventId === null) return { line: 'cause: the request', isKnown: true };
  const event = steps.find(({ kind, id }) => kind === 'event' && id === causeEventId);
  if (!event) return { line: `cause: event ${causeEventId}, which no service knows`, isKnown: false };
  return { line: `cause: ${event.service} ${event.title} of ${event.detail} (${causeEventId})`, isKnown: true };
}

async function explain(call: ServiceCall, { subject }: Given): Promise<Outcome> {
  const trace = await call(supportLedgerRpc.getTransfer, { transferId: TransferId.parse(subject) });
  const { transfer, entries, links } = trace;
  const { steps, away } = await toldTimeline(call, trace);
  const cause = causeIn(transfer.causeEventId, steps);
  const facts = Object.entries(transfer).filter(([, value]) => value !== null);
  const shown = steps.map(({ at, kind, service, title, id, detail, state }) => {
    return [at, kind, service, title, [detail, state, id].filter(Boolean).join(' ')];
  });
  const lines = [
    ...columns(facts.map(([name, value]) => [name, String(value)])),
    '',
    ...table(
      ['account', 'tokens', 'balance', 'time'],
      entries.map((entry) => [entry.account, entry.amount, entry.balance, entry.at]),
    ),
    '',
    ...links.map(({ number, eventId }) => `chain: event ${eventId} is link ${number}`),
    cause.line,
    '',
    ...columns(shown),
    ...away.map((service) => `The ${service} service does not answer: its part is left out.`),
  ];
  return { lines, isRight: away.length === 0 && cause.isKnown };
}

const faultOfId = (id: z.ZodType, name: string, { subject }: Given): string | undefined =>
  subject === undefined || id.safeParse(subject).success ? undefined : `${subject} is not the id of a ${name}.`;
const faultOfUser = (given: Given) => faultOfId(UserId, 'user', given);

export const ledgerCommands: Readonly<Record<string, Command>> = {
  balance: {
    usage: [
      '[USER]',
      'every account with what was taken and given, and their sum, which is 0; --at TIME for then;',
      'or what a user has, holds, and may spend',
    ],
    takes: '[USER]',
    options: ['at'],
    timeoutMs,
    fault: faultOfUser,
    run: balance,
  },
  statement: {
    usage: ['USER', "a user's entries, newest first; --from TIME, --to TIME, --code CODE, --limit N (50)"],
    takes: 'USER',
    options: ['from', 'to', 'code', 'limit'],
    timeoutMs,
    fault: faultOfUser,
    run: statement,
  },
  verify: {
    usage: ['', "recompute the chain of hashes over the ledger's events since it was last found right; --full: all"],
    flags: ['full'],
    timeoutMs,
    run: verify,
  },
  reconcile: {
    usage: [
      '',
      'check the ledger against itself and the assessments, and put right what is safe to put right;',
      '--full: from the first event on',
    ],
    flags: ['full'],
    timeoutMs,
    run: reconcile,
  },
  explain: {
    usage: ['TRANSFER', 'a transfer, its postings, its cause, and all that its requests led to in every service'],
    takes: 'TRANSFER',
    timeoutMs,
    fault: (given) => faultOfId(TransferId, 'transfer', given),
    run: explain,
  },
};
