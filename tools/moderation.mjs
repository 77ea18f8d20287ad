/**
 * `npm run moderation -- report --from DATE --to DATE [--json] [--data DIR]`
 * prints the figures of a transparency report.
 * Calls the services at `NATS_URL`, or those of the system that runs from the data directory.
 * Exit code 1: the call failed. Exit code 2: the arguments are invalid.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { operatorNatsUrl } from './lib/operator.mjs';
import { onProjectNode } from './lib/relaunch.mjs';
import { faultOfSpan, isReportCommand } from './lib/report-arguments.mjs';
import { say } from './lib/say.mjs';

const usage = `npm run moderation -- report --from DATE --to DATE [--json] [--data DIR]
  report   reports, cases, decisions and appeals of the days from --from to before --to, both in UTC
           --json: the same as JSON, times in milliseconds
DATE is 2026-11-01. The cases that wait are in the console at /support/moderation, where each look is recorded with a name.`;

function readArguments() {
  const text = { type: 'string' };
  try {
    return parseArgs({
      options: { data: text, from: text, to: text, json: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
  } catch (error) {
    say(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

const { values, positionals } = readArguments();
if (!isReportCommand(positionals)) {
  say(usage);
  process.exit(positionals.length === 0 ? 0 : 2);
}
const fault = faultOfSpan(values);
if (fault) {
  say(`${fault}\n\n${usage}`);
  process.exit(2);
}

await onProjectNode(fileURLToPath(import.meta.url));
try {
  const { ensureBuilt } = await import('./lib/build.mjs');
  await ensureBuilt(() => undefined, ['services']);
  const { transparencyReport, linesOfReport } = await import('./lib/transparency-report.mjs');
  const { from, to, json } = values;
  const report = await transparencyReport(operatorNatsUrl(values.data), { from, to });
  for (const line of json ? [JSON.stringify(report, undefined, 2)] : linesOfReport(report)) say(line);
} catch (error) {
  say(error.message);
  process.exit(1);
}
