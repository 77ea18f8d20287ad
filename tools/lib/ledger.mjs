import { supportLedgerRpc } from '@candid/contracts';
import { asOperator } from './operator.mjs';
import { columns } from './say.mjs';

/** What reads the whole ledger takes its time. */
const timeoutMs = 300_000;
const entriesShown = 50;

const given = (options, names) =>
  Object.fromEntries(names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]));

const table = (head, rows) => columns([head, ...rows.map((row) => row.map((cell) => String(cell ?? '')))], '');

async function balance(call, { subject, options }) {
  if (subject === undefined) {
    const { accounts, sum } = await call(
      supportLedgerRpc.trialBalance,
      options.at === undefined ? {} : { asOf: options.at },
    );
    const rows = accounts.map(({ account, debits, credits, balance: left }) => [account, debits, credits, left]);
    return { lines: [...table(['account', 'taken', 'given', 'balance'], rows), `sum ${sum}`], isRight: sum === 0 };
  }
  const { balances } = await call(supportLedgerRpc.getBalances, { userIds: [subject] });
  const { posted, held, available } = balances[0];
  return { lines: [`posted ${posted}, held ${held}, available ${available}`], isRight: true };
}

async function statement(call, { subject: userId, options }) {
  const limit = Number(options.limit ?? entriesShown);
  const request = { userId, limit, ...given(options, ['from', 'to', 'code']) };
  const { entries, nextCursor } = await call(supportLedgerRpc.getAccountStatement, request);
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
  const { ok, checked, recomputed, head, firstBroken } = await call(supportLedgerRpc.verifyLedger, { full });
  const found = ok
    ? `${checked} events are as they were written, ${recomputed} of them recomputed now`
    : `link ${firstBroken.number} is the first that is wrong: event ${firstBroken.eventId} is ${firstBroken.fault}`;
  return { lines: [found, `head ${head}`], isRight: ok };
}

async function reconcile(call, { options: { full } }) {
  const { checkedAt, checks } = await call(supportLedgerRpc.reconcile, { full });
  const lines = checks.flatMap(({ name, ok, detail, rows, runbook }) => [
    `${ok ? 'ok   ' : 'FAULT'} ${name}: ${detail}`,
    ...rows.map((row) => `        ${row.kind} ${row.id}: ${row.detail}`),
    ...(ok ? [] : [`        see docs/runbook.md#${runbook}`]),
  ]);
  return { lines: [`checked at ${checkedAt}`, ...lines], isRight: checks.every(({ ok }) => ok) };
}

/** The timeline that the console shows, and which services left their part out. */
async function timelineOf(call, trace) {
  // Compiled: only here when it is needed.
  const [{ ownSteps }, timeline] = await Promise.all(
    ['own-steps', 'timeline'].map((name) => import(`../../gateway/dist/support/${name}.js`)),
  );
  const away = new Set();
  const orAway = (message, payload) =>
    call(message, payload).catch((error) => {
      if (error.code === 'UNAVAILABLE') away.add(message.service);
      throw error;
    });
  const requestIds = trace.correlatedRequests.map(({ requestId }) => requestId);
  return { steps: await timeline.timelineOf(orAway, requestIds, ownSteps(trace)), away: [...away] };
}

function causeOf({ causeEventId }, steps) {
  if (causeEventId === null) return { line: 'cause: the request', isKnown: true };
  const event = steps.find(({ kind, id }) => kind === 'event' && id === causeEventId);
  if (!event) return { line: `cause: event ${causeEventId}, which no service knows`, isKnown: false };
  return { line: `cause: ${event.service} ${event.title} of ${event.detail} (${causeEventId})`, isKnown: true };
}

async function explain(call, { subject }) {
  const trace = await call(supportLedgerRpc.getTransfer, { transferId: subject });
  const { transfer, entries, links } = trace;
  const { steps, away } = await timelineOf(call, trace);
  const cause = causeOf(transfer, steps);
  const facts = Object.entries(transfer).filter(([, value]) => value !== null);
  const shown = steps.map(({ at, kind, service, title, id, detail, state }) => {
    return [at, kind, service, title, [detail, state, id].filter(Boolean).join(' ')];
  });
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
    ...links.map(({ number, eventId }) => `chain: event ${eventId} is link ${number}`),
    cause.line,
    '',
    ...columns(shown, ''),
    ...away.map((service) => `The ${service} service does not answer: its part is left out.`),
  ];
  return { lines, isRight: away.length === 0 && cause.isKnown };
}

const commands = { balance, statement, verify, reconcile, explain };

/** Asks the services at that address as support does, prints the answer and resolves to the exit code. Throws where they refuse. */
export const askLedger = (natsUrl, { command, say, ...request }) =>
  asOperator({ natsUrl, name: 'ledger-command', timeoutMs }, async (call) => {
    const { lines, isRight } = await commands[command](call, request);
    for (const line of lines) say(line);
    return isRight ? 0 : 1;
  });
