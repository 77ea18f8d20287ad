import { columns, say } from '../../tools/lib/say.mjs';

export const goals = { readMs: 150, actMs: 400 };

const ms = (value) => (Number.isNaN(value) ? '-' : value.toFixed(value < 10 ? 1 : 0));
const percentiles = (latencies) => [0.5, 0.95, 0.99, 1].map((share) => ms(latencies.percentile(share)));
const listed = (counts) => [...counts].map(([code, count]) => `${count} ${code}`).join(', ');

function table(title, header, rows) {
  say(`\n${title}${rows.length === 0 ? ': none' : ''}`);
  if (rows.length === 0) return;
  for (const line of columns([header, ...rows])) say(line);
}

/** The goal for reads includes pictures. */
const ofGoals = (results) => ({ reads: results.together('read', 'picture'), acts: results.together('act') });

export function meetsGoals(results) {
  const { reads, acts } = ofGoals(results);
  return reads.percentile(0.99) <= goals.readMs && acts.percentile(0.99) <= goals.actMs;
}

export const isRight = ({ results, streams, levels }) =>
  results.failures + results.wrong + streams.failures.length + levels.givenUp === 0;

function printCalls(results) {
  const sorted = [...results.calls].filter(([, { kind }]) => kind !== 'floor');
  sorted.sort(([, one], [, other]) => other.latencies.count - one.latencies.count);
  const rows = sorted.map(([name, { latencies, refused }]) => {
    return [name, latencies.count, ...percentiles(latencies), listed(refused)];
  });
  const { reads, acts } = ofGoals(results);
  const floor = results.together('floor');
  rows.push([`reads (p99 ≤ ${goals.readMs})`, reads.count, ...percentiles(reads), '']);
  rows.push([`acts (p99 ≤ ${goals.actMs})`, acts.count, ...percentiles(acts), '']);
  rows.push(['floor: a bare server', floor.count, ...percentiles(floor), '']);
  table('latency from the intended moment, ms', ['call', 'count', 'p50', 'p95', 'p99', 'max', 'refusals'], rows);
}

function printUsage({ parts, machineCores }) {
  const rows = parts
    .toSorted((one, other) => other.cores - one.cores)
    .map(({ name, cores, bytes }) => [name, cores.toFixed(3), Math.round(bytes / 2 ** 20)]);
  const sum = parts.reduce((total, { cores }) => total + cores, 0);
  rows.push([
    'all of them',
    sum.toFixed(3),
    Math.round(parts.reduce((total, { bytes }) => total + bytes, 0) / 2 ** 20),
  ]);
  rows.push(['the whole machine', machineCores.toFixed(3), '']);
  table('processes', ['process', 'cores', 'MiB'], rows);
}

function printLevels({ followers, consumers, queues, givenUp }) {
  const rows = (values, shown) =>
    [...values].map(([name, value]) => [name, shown(value.percentile(0.5)), shown(value.percentile(1))]);
  const lagging = [...followers].filter(([, value]) => value.percentile(1) > 0);
  const full = [...consumers].filter(([, value]) => value.percentile(1) > 0);
  table('lag of read models, relays and followers, ms', ['follower', 'p50', 'max'], rows(lagging, ms));
  table('messages not yet acknowledged', ['consumer', 'p50', 'max'], rows(full, String));
  table('age of due work, ms, while there is any', ['queue', 'p50', 'max'], rows(queues, ms));
  say(`\ngiven up, work items and dead letters: ${givenUp}`);
}

/** Prints the results of a phase. `streams`: { wanted, opened, events, failures }. */
export function report({ results, usage, levels, streams }) {
  printCalls(results);
  printUsage(usage);
  printLevels(levels);
  say(`event streams: ${streams.wanted} open, ${streams.opened} opened, ${streams.events} events received`);
  say(`5xx and broken connections: ${results.failures + streams.failures.length}; wrong answers: ${results.wrong}`);
  for (const example of [...results.examples, ...streams.failures.slice(0, 5)]) say(`  ${example}`);
}
