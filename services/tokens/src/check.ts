/**
 * `node dist/check.js` asks the running services whether the ledger is right and every service has consumed all events.
 * Use it after a restore or in doubt. If there are faults, it prints them with rows and runbook entries, and exits 1.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { listDeadLettersRpc, type RequestContext, supportLedgerRpc } from '@candid/contracts';
import { type ConsumerLevel, connectNats, consumerLevels, RpcClient } from '@candid/platform';
import { readCheckConfig } from './kernel/config.js';

const TIMEOUT_MS = 30 * 60_000;
const POLL_MS = 500;
const SERVICES = ['identity', 'photos', 'assessments', 'tokens'];
const DEAD_LETTERS_SHOWN = 20;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Returns true once all earlier events are consumed. A failing event becomes a dead letter after a minute. */
async function everythingIsConsumed(levels: () => Promise<ConsumerLevel[]>): Promise<boolean> {
  const deadline = performance.now() + TIMEOUT_MS;
  const first = await levels();
  const published = new Map(first.map((level) => [level.name, level.published]));
  const isBusy = ({ name, pending, atHand, doneUpTo }: ConsumerLevel) =>
    pending + atHand > 0 && doneUpTo < (published.get(name) ?? 0);
  let busy = first.filter(isBusy);
  while (busy.length > 0 && performance.now() < deadline) {
    await delay(POLL_MS);
    busy = (await levels()).filter(isBusy);
  }
  if (busy.length === 0) say(`ok    consumed: ${first.length} consumers have read what the services tell each other`);
  for (const { name, pending, atHand } of busy) say(`FAULT consumed: ${name}: ${pending} to read, ${atHand} at hand`);
  return busy.length === 0;
}

async function nothingIsDeadLettered(rpc: RpcClient, context: RequestContext): Promise<boolean> {
  const lists = await Promise.all(
    SERVICES.map((service) => rpc.call(listDeadLettersRpc(service), { limit: DEAD_LETTERS_SHOWN }, context)),
  );
  const letters = lists.flatMap((list) => list.letters);
  if (letters.length === 0) say(`ok    dead-letters: nothing, in ${SERVICES.length} services`);
  for (const { letterId, handler, reason } of letters) say(`FAULT dead-letters: ${letterId} of ${handler}: ${reason}`);
  if (letters.length > 0) say('      docs/runbooks/dead-letters.md');
  return letters.length === 0;
}

async function chainIsWhole(rpc: RpcClient, context: RequestContext): Promise<boolean> {
  const { ok, checked, head, firstBroken } = await rpc.call(supportLedgerRpc.verifyLedger, { full: true }, context);
  if (ok) say(`ok    chain: ${checked} events are as they were written, head ${head}`);
  else say(`FAULT chain: event ${firstBroken?.eventId} is ${firstBroken?.fault}`);
  return ok;
}

async function ledgerIsReconciled(rpc: RpcClient, context: RequestContext): Promise<boolean> {
  const { checks } = await rpc.call(supportLedgerRpc.reconcile, { full: true }, context);
  for (const { name, ok, detail, rows, runbook } of checks) {
    say(`${ok ? 'ok   ' : 'FAULT'} ${name}: ${detail}`);
    for (const row of rows) say(`      ${row.kind} ${row.id}: ${row.detail}`);
    if (!ok) say(`      docs/runbooks/ledger-not-reconciled.md#${runbook}`);
  }
  return checks.every(({ ok }) => ok);
}

const config = readCheckConfig();
const nats = await connectNats(config.NATS_URL, 'ledger-check', { ca: config.NATS_CA });
try {
  const rpc = new RpcClient(nats, TIMEOUT_MS);
  const context: RequestContext = { requestId: randomUUID(), roles: [] };
  const outcomes = [
    await everythingIsConsumed(() => consumerLevels(nats)),
    await nothingIsDeadLettered(rpc, context),
    await chainIsWhole(rpc, context),
    await ledgerIsReconciled(rpc, context),
  ];
  process.exitCode = outcomes.every(Boolean) ? 0 : 1;
} finally {
  await nats.close();
}
