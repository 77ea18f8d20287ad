/**
 * `npm run status [-- --data DIR]`: the addresses and log-ins that the start printed, and each part's state, address and memory; exit
 * code 1 unless all parts are ready and within budget.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { introduce } from './lib/start/announce.mjs';
import { readJson } from './lib/json-file.mjs';
import { measureRun } from './lib/memory-report.mjs';
import { dataDirectory } from './lib/start/options.mjs';
import { liveRun } from './lib/start/run-file.mjs';
import { columns, say } from './lib/say.mjs';

const totalBudgetMib = 1536;
const nodeBudgetMib = 200;
const oneProcessBudgetMib = 450;

const { values } = parseArgs({ options: { data: { type: 'string' } } });
const data = dataDirectory(values.data);
const run = liveRun(data);
if (!run) {
  say('Nothing runs from this data directory. Start it with: npm start');
  process.exit(1);
}

const environments = readJson(path.join(data, 'environment.json'));
if (environments) {
  introduce({ appUrl: run.appUrl, mailUrl: run.mailUrl, data, identity: environments.identity });
  say();
}
const parts = await measureRun(run);
const mib = (bytes) => (bytes / 1024 / 1024).toFixed(0);
const rows = parts.flatMap((part) => [
  [
    part.name,
    part.state,
    part.pid ?? '-',
    `${mib(part.pssBytes)} MiB`,
    `${mib(part.rssBytes)} MiB`,
    [part.address, part.opsAddress].filter(Boolean).join('  '),
  ],
  ...(part.members ?? []).map(({ name, state, opsAddress }) => [`  ${name}`, state, '', '', '', opsAddress]),
]);
const totalMib = Number(mib(parts.reduce((sum, part) => sum + part.pssBytes, 0)));
for (const line of columns([['part', 'state', 'pid', 'PSS', 'RSS', 'address'], ...rows], '')) say(line);
say();

const budgetOf = ({ members = [] }) => (members.length > 0 ? oneProcessBudgetMib : nodeBudgetMib);
const over = parts.filter((part) => part.isNode && Number(mib(part.rssBytes)) > budgetOf(part));
const notReady = parts.filter((part) => part.state !== 'ready').map((part) => part.name);
say(`${totalMib} MiB in all (PSS); the budget is ${totalBudgetMib} MiB${totalMib > totalBudgetMib ? ': OVER' : ''}`);
say(
  over.length > 0
    ? `OVER (RSS): ${over.map((part) => `${part.name}, whose budget is ${budgetOf(part)} MiB`).join('; ')}`
    : 'every Node process is within its budget (RSS)',
);
if (notReady.length > 0) say(`not ready: ${notReady.join(', ')}`);
process.exit(over.length > 0 || totalMib > totalBudgetMib || notReady.length > 0 ? 1 : 0);
