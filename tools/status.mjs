/** `npm run status [-- --data DIR]`: exits with 1 unless all parts are ready and within their memory budget. */
import { parseArgs } from 'node:util';
import { commandOf, isStill, memoryOf, parentOf, treeOf } from './lib/processes/processes.mjs';
import { columns, say } from './lib/say.mjs';
import { introduce } from './lib/start/announce.mjs';
import { askReady } from './lib/start/readiness.mjs';
import { runningSystem } from './lib/start/run-file.mjs';

const totalBudgetMib = 1536;
const nodeBudgetMib = 200;
const oneProcessBudgetMib = 450;

const { values } = parseArgs({ options: { data: { type: 'string' } } });
const notRunning = 'Nothing runs from this data directory. Start it with: npm start';
const { data, run, environments } = runningSystem(values.data, notRunning);
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

/** Pids of the supervisor and its launchers (npm, its shell, another Node), whose memory counts for `npm start`. */
function supervisorChain(pid) {
  const chain = [pid];
  for (let parent = parentOf(pid); parent > 1; parent = parentOf(parent)) {
    if (!/npm start|npm run start|start\.mjs/.test(commandOf(parent) ?? '')) break;
    chain.push(parent);
  }
  return chain;
}

async function saidBy({ opsAddress }) {
  return (await askReady(opsAddress)).ready ? 'ready' : 'running';
}

/** Returns the `state` of the process, and `members`: the parts that run in the process, with their states. */
async function statesOf(part) {
  const { members = [] } = part;
  if (part.pid === undefined || !isStill(part))
    return { state: part.state === 'ready' ? 'gone' : part.state, members: [] };
  if (part.opsAddress !== undefined) return { state: await saidBy(part), members };
  const told = await Promise.all(members.map(async (member) => ({ ...member, state: await saidBy(member) })));
  return { state: told.find(({ state }) => state !== 'ready')?.state ?? part.state, members: told };
}

/** The parts and the supervisor with `state`, `members`, `isNode`, and memory of their process trees in bytes. */
async function measureRun({ supervisor, parts }) {
  const measured = parts.map(async (part) => {
    const memory = part.pid === undefined ? [] : treeOf(part.pid).map(memoryOf);
    const isNode = part.opsAddress !== undefined || part.members !== undefined || part.name === 'mail';
    const sum = (name) => memory.reduce((bytes, one) => bytes + one[name], 0);
    return { ...part, ...(await statesOf(part)), isNode, pssBytes: sum('pssBytes'), rssBytes: sum('rssBytes') };
  });
  const own = supervisorChain(supervisor.pid).map((pid, index) => ({
    name: index === 0 ? 'supervisor' : 'launcher',
    pid,
    state: 'ready',
    isNode: true,
    ...memoryOf(pid),
  }));
  return [...(await Promise.all(measured)), ...own];
}
