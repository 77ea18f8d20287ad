import { commandOf, isStill, memoryOf, parentOf, treeOf } from './processes.mjs';
import { askReady } from './readiness.mjs';

/** The supervisor and what launched it (npm, its shell, the launcher on another Node): part of what `npm start` costs. */
function supervisorChain(pid) {
  const chain = [pid];
  for (let parent = parentOf(pid); parent > 1; parent = parentOf(parent)) {
    if (!/npm start|npm run start|start\.mjs/.test(commandOf(parent) ?? '')) break;
    chain.push(parent);
  }
  return chain;
}

async function stateOf(part) {
  if (part.pid === undefined || !isStill(part)) return part.state === 'ready' ? 'gone' : part.state;
  if (part.opsAddress === undefined) return part.state;
  const { ready } = await askReady(part.opsAddress);
  return ready ? 'ready' : 'running';
}

const sum = (rows) =>
  rows.reduce((one, other) => ({ pssBytes: one.pssBytes + other.pssBytes, rssBytes: one.rssBytes + other.rssBytes }));

/** The run's parts and its supervisor, each with `state`, `pssBytes`, `rssBytes` (PostgreSQL's with all its processes) and `isNode`. */
export async function measureRun({ supervisor, parts }) {
  const measured = parts.map(async (part) => {
    const memory = part.pid === undefined ? [] : treeOf(part.pid).map(memoryOf);
    const isNode = part.opsAddress !== undefined || part.name === 'mail';
    return { ...part, state: await stateOf(part), isNode, ...sum([{ pssBytes: 0, rssBytes: 0 }, ...memory]) };
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
