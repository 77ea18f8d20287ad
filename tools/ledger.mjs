/**
 * `npm run ledger -- COMMAND [--data DIR]`: what support sees of the ledger, from the shell. Asks the services of the system
 * that runs from the data directory, or those that listen at `NATS_URL`. Exit code 1 where something is wrong or nobody
 * answers, 2 for a command that there is not.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { operatorNatsUrl } from './lib/operator.mjs';
import { onProjectNode } from './lib/relaunch.mjs';
import { say } from './lib/say.mjs';

const usage = `npm run ledger -- COMMAND [--data DIR]
  balance                every account with what was taken and given, and their sum, which is 0; --at TIME for then
  balance USER           what a user has, holds, and may spend
  statement USER         a user's entries, newest first; --from TIME, --to TIME, --code CODE, --limit N (50)
  verify                 recompute the chain of hashes over the ledger's events since it was last found right
  reconcile              check the ledger against itself and the assessments, and put right what is safe to put right
                         --full with either: from the first event on
  explain TRANSFER       a transfer, its postings, its cause, and all that its requests led to in every service
USER and TRANSFER are ids; TIME is 2026-11-22 or 2026-11-22T10:00:00Z. What a finding means is in docs/runbook.md.`;

function readArguments() {
  const text = { type: 'string' };
  try {
    return parseArgs({
      options: {
        data: text,
        at: text,
        from: text,
        to: text,
        code: text,
        limit: text,
        full: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
  } catch (error) {
    say(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

const { values, positionals } = readArguments();
const [command, subject, ...rest] = positionals;
const needs = { balance: undefined, statement: 'USER', verify: undefined, reconcile: undefined, explain: 'TRANSFER' };
if (!Object.hasOwn(needs, command ?? '') || (needs[command] && !subject) || rest.length > 0) {
  say(usage);
  process.exit(command === undefined ? 0 : 2);
}

await onProjectNode(fileURLToPath(import.meta.url));
try {
  const { ensureBuilt } = await import('./lib/build.mjs');
  await ensureBuilt(() => undefined, ['services']);
  const { askLedger } = await import('./lib/ledger.mjs');
  process.exit(await askLedger(operatorNatsUrl(values.data), { command, subject, options: values, say }));
} catch (error) {
  say(error.message);
  process.exit(1);
}
