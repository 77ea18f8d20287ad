import { commandOf, isStill, memoryOf, parentOf, treeOf } from './processes/processes.mjs';
import { askReady } from './start/readiness.mjs';

/** The supervisor and what launched it (npm, its shell, the launcher on another Node): part of what `npm start` costs. */
function supervisorChain(pid) {
  const chain = [pid];
  for (let parent = parentOf(pid); parent > 1; parent = parentOf(parent)) {
    if (!/npm start|npm run start|start\.mjs/.test(commandOf(parent) ?? '')) break;
    chain.push(parent);
  }
  return chain;
}

const saidBy = async ({ opsAddress }) => ((await askReady(opsAddress)).ready ? 'ready' : 'running');

/** { state, members }: of the process, and of each part that it runs beside others. */
async function statesOf(part) {
  const { members = [] } = part;
  if (part.pid === undefined || !isStill(part))
    return { state: part.state === 'ready' ? 'gone' : part.state, members: [] };
  if (part.opsAddress !== undefined) return { state: await saidBy(part), members };
  const told = await Promise.all(members.map(async (member) => ({ ...member, state: await saidBy(member) })));
  return { state: told.find(({ state }) => state !== 'ready')?.state ?? part.state, members: told };
}

const sum = (rows) =>
  rows.reduce((one, other) => ({ pssBytes: one.pssBytes + other.pssBytes, rssBytes: one.rssBytes + other.rssBytes }));

/** The run's parts and its supervisor, each with `state`, `members`, `pssBytes`, `rssBytes` (PostgreSQL's with all its processes) and `isNode`. */
export async function measureRun({ supervisor, parts }) {
  const measured = parts.map(async (part) => {
    const memory = part.pid === undefined ? [] : treeOf(part.pid).map(memoryOf);
    const isNode = part.opsAddress !== undefined || part.members !== undefined || part.name === 'mail';
    return { ...part, ...(await statesOf(part)), isNode, ...sum([{ pssBytes: 0, rssBytes: 0 }, ...memory]) };
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
