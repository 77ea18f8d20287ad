/**
 * `node dist/check.js`: asks the running services whether the ledger is right, from its first event on; after a restore,
 * and whenever in doubt. Prints what is wrong, with the rows and the runbook's entry; exit code 1 then.
 */
import { randomUUID } from 'node:crypto';
import { type RequestContext, tokensRpc } from '@candid/contracts';
import { connectNats, RpcClient } from '@candid/platform';
import { readCheckConfig } from './config.js';

/** The whole ledger is read. */
const TIMEOUT_MS = 30 * 60_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function chainIsWhole(rpc: RpcClient, context: RequestContext): Promise<boolean> {
  const { ok, checked, head, firstBroken } = await rpc.call(tokensRpc.verifyLedger, { full: true }, context);
  if (ok) say(`ok    chain: ${checked} events are as they were written, head ${head}`);
  else say(`FAULT chain: event ${firstBroken?.eventId} is ${firstBroken?.fault}`);
  return ok;
}

async function ledgerIsReconciled(rpc: RpcClient, context: RequestContext): Promise<boolean> {
  const { checks } = await rpc.call(tokensRpc.reconcile, { full: true }, context);
  for (const { name, ok, detail, rows, runbook } of checks) {
    say(`${ok ? 'ok   ' : 'FAULT'} ${name}: ${detail}`);
    for (const row of rows) say(`      ${row.kind} ${row.id}: ${row.detail}`);
    if (!ok) say(`      docs/runbook.md#${runbook}`);
  }
  return checks.every(({ ok }) => ok);
}

const nats = await connectNats(readCheckConfig().NATS_URL, 'ledger-check');
try {
  const rpc = new RpcClient(nats, TIMEOUT_MS);
  const context: RequestContext = { requestId: randomUUID(), roles: ['support'] };
  const outcomes = [await chainIsWhole(rpc, context), await ledgerIsReconciled(rpc, context)];
  process.exitCode = outcomes.every(Boolean) ? 0 : 1;
} finally {
  await nats.close();
}
