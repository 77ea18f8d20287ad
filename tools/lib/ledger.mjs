import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { correlatedEventsRpc, tokensRpc } from '@candid/contracts';
import { connectNats, RpcClient } from '@candid/platform';
import { columns } from './say.mjs';

/** What reads the whole ledger takes its time. */
const timeoutMs = 300_000;
const connectTimeoutMs = 5_000;
const entriesShown = 50;
const otherServices = ['identity', 'photos', 'assessments'];

const given = (options, names) =>
  Object.fromEntries(names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]));

const table = (head, rows) => columns([head, ...rows.map((row) => row.map((cell) => String(cell ?? '')))], '');

async function balance(call, { subject, options }) {
  if (subject === undefined) {
    const { accounts, sum } = await call(tokensRpc.trialBalance, options.at === undefined ? {} : { asOf: options.at });
    const rows = accounts.map(({ account, debits, credits, balance: left }) => [account, debits, credits, left]);
    return { lines: [...table(['account', 'taken', 'given', 'balance'], rows), `sum ${sum}`], isRight: sum === 0 };
  }
  const { balances } = await call(tokensRpc.getBalances, { userIds: [subject] });
  const { posted, held, available } = balances[0];
  return { lines: [`posted ${posted}, held ${held}, available ${available}`], isRight: true };
}

async function statement(call, { subject: userId, options }) {
  const limit = Number(options.limit ?? entriesShown);
  const request = { userId, limit, ...given(options, ['from', 'to', 'code']) };
  const { entries, nextCursor } = await call(tokensRpc.getAccountStatement, request);
  const rows = entries.map(({ at, code, amount, balance: left, transferId, cause }) => {
    return [at, code, amount, left, transferId, cause];
  });
  const more = nextCursor === null ? [] : ['There are more: give --limit, or --to the last time shown.'];
  return {
    lines: [...table(['time', 'code', 'tokens', 'balance', 'transfer', 'cause'], rows), ...more],
    isRight: true,
  };
}

async function verify(call, { options: { full } }) {
  const { ok, checked, recomputed, head, firstBroken } = await call(tokensRpc.verifyLedger, { full });
  const found = ok
    ? `${checked} events are as they were written, ${recomputed} of them recomputed now`
    : `link ${firstBroken.number} is the first that is wrong: event ${firstBroken.eventId} is ${firstBroken.fault}`;
  return { lines: [found, `head ${head}`], isRight: ok };
}

async function reconcile(call, { options: { full } }) {
  const { checkedAt, checks } = await call(tokensRpc.reconcile, { full });
  const lines = checks.flatMap(({ name, ok, detail, rows, runbook }) => [
    `${ok ? 'ok   ' : 'FAULT'} ${name}: ${detail}`,
    ...rows.map((row) => `        ${row.kind} ${row.id}: ${row.detail}`),
    ...(ok ? [] : [`        see docs/runbook.md#${runbook}`]),
  ]);
  return { lines: [`checked at ${checkedAt}`, ...lines], isRight: checks.every(({ ok }) => ok) };
}

/** A service that does not answer is named, and the rest is of use without it. */
async function eventsElsewhere(call, correlationIds) {
  const asked = otherServices.map(async (service) => {
    try {
      return { events: (await call(correlatedEventsRpc(service), { correlationIds, limit: 200 })).events, lines: [] };
    } catch {
      return { events: [], lines: [`The ${service} service does not answer: its part is left out.`] };
    }
  });
  const answers = await Promise.all(asked);
  return { events: answers.flatMap(({ events }) => events), lines: answers.flatMap(({ lines }) => lines) };
}

async function explain(call, { subject }) {
  const trace = await call(tokensRpc.getTransfer, { transferId: subject });
  const { transfer, entries, correlatedRequests } = trace;
  const requestIds = correlatedRequests.map(({ requestId }) => requestId).slice(0, 20);
  const elsewhere = await eventsElsewhere(call, requestIds);
  const events = [...trace.correlatedEvents, ...elsewhere.events].sort((one, other) => one.at.localeCompare(other.at));
  const cause = events.find(({ eventId }) => eventId === transfer.causeEventId);
  const steps = [
    ...correlatedRequests.map(({ requestId, at, actor }) => [at, 'request', requestId, actor ? `by ${actor}` : '']),
    ...events.map(({ at, service, type, streamId, eventId }) => [at, service, type, `${streamId} (${eventId})`]),
  ].sort(([one], [other]) => one.localeCompare(other));
  const facts = Object.entries(transfer).filter(([, value]) => value !== null);
  const isMissing = transfer.causeEventId !== null && !cause;
  const causeLine = cause
    ? `cause: ${cause.service} ${cause.type} of ${cause.streamId}`
    : `cause: ${isMissing ? `event ${transfer.causeEventId}, which no service knows` : 'the request'}`;
  const lines = [
    ...columns(
      facts.map(([name, value]) => [name, String(value)]),
      '',
    ),
    '',
    ...table(
      ['account', 'tokens', 'balance', 'time'],
      entries.map((entry) => [entry.account, entry.amount, entry.balance, entry.at]),
    ),
    '',
    causeLine,
    '',
    ...columns(steps, ''),
    ...elsewhere.lines,
  ];
  return { lines, isRight: elsewhere.lines.length === 0 && !isMissing };
}

const commands = { balance, statement, verify, reconcile, explain };

/** Throws where nobody listens there: a service would wait for it, a person does not. */
async function connected(natsUrl) {
  const late = delay(connectTimeoutMs);
  const nats = await Promise.race([connectNats(natsUrl, 'ledger-command'), late]);
  if (!nats) throw new Error(`No NATS server answers at ${natsUrl}.`);
  return nats;
}

/** Asks the services at that address as support does, prints the answer and resolves to the exit code. Throws where they refuse. */
export async function askLedger(natsUrl, { command, say, ...request }) {
  const nats = await connected(natsUrl);
  const rpc = new RpcClient(nats, timeoutMs);
  const context = { requestId: randomUUID(), roles: ['support'] };
  try {
    const { lines, isRight } = await commands[command](
      (message, payload) => rpc.call(message, payload, context),
      request,
    );
    for (const line of lines) say(line);
    return isRight ? 0 : 1;
  } finally {
    await nats.close();
  }
}
