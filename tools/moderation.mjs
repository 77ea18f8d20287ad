/**
 * `npm run moderation -- report --from DATE --to DATE [--json] [--data DIR]`
 * prints the figures of a transparency report.
 * `npm run moderation -- release-hold CASE --reason TEXT [--data DIR]`
 * deletes the evidence of a case.
 * Calls the services at `NATS_URL`, or those of the system that runs from the data directory.
 * Exit code 1: the call failed. Exit code 2: the arguments are invalid.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { faultOfRelease, faultOfSpan } from './lib/moderation-arguments.mjs';
import { operatorNatsUrl } from './lib/operator.mjs';
import { onProjectNode } from './lib/relaunch.mjs';
import { say } from './lib/say.mjs';

const usage = `npm run moderation -- report --from DATE --to DATE [--json] [--data DIR]
npm run moderation -- release-hold CASE --reason TEXT [--data DIR]
  report        reports, cases, decisions and appeals of the days from --from to before --to, both in UTC
                --json: the same as JSON, times in milliseconds
  release-hold  deletes the pictures that CASE keeps as evidence under a legal hold; --reason goes into the audit log
DATE is 2026-11-01. The cases that wait are in the console at /support/moderation, where each look is recorded with a name.`;

async function report(natsUrl, { from, to, json }) {
  const { transparencyReport, linesOfReport } = await import('./lib/transparency-report.mjs');
  const figures = await transparencyReport(natsUrl, { from, to });
  return json ? [JSON.stringify(figures, undefined, 2)] : linesOfReport(figures);
}

async function release(natsUrl, { caseId, reason }) {
  const { releaseHold } = await import('./lib/release-hold.mjs');
  return [
    `The legal hold on photo ${await releaseHold(natsUrl, { caseId, reason })} is over. Its evidence is being deleted.`,
  ];
}

const COMMANDS = {
  report: { run: report, fault: faultOfSpan, positionals: 1 },
  'release-hold': { run: release, fault: faultOfRelease, positionals: 2 },
};

function readArguments() {
  const text = { type: 'string' };
  try {
    return parseArgs({
      options: { data: text, from: text, to: text, reason: text, json: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
  } catch (error) {
    say(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

const { values, positionals } = readArguments();
const [name, caseId] = positionals;
const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
if (!command || positionals.length > command.positionals) {
  say(usage);
  process.exit(positionals.length === 0 ? 0 : 2);
}
const given = { ...values, caseId };
const fault = command.fault(given);
if (fault) {
  say(`${fault}\n\n${usage}`);
  process.exit(2);
}

await onProjectNode(fileURLToPath(import.meta.url));
try {
  const { ensureBuilt } = await import('./lib/build.mjs');
  await ensureBuilt(() => undefined, ['services']);
  for (const line of await command.run(operatorNatsUrl(values.data), given)) say(line);
} catch (error) {
  say(error.message);
  process.exit(1);
}
