import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { childPath, root } from '../paths.mjs';
import { endSignals } from '../process-end.mjs';
import { boundToThisProcess } from '../processes/bound.mjs';
import { ProcessTree } from '../processes/process-tree.mjs';
import { processesNow } from '../processes/processes.mjs';
import { columns, say } from '../say.mjs';

const lookEveryMs = 2_000;
const progressEveryMs = 60_000;

/** Time for a suite to stop its servers and systems before it is killed. */
const graceMs = 60_000;

/**
 * Suites sometimes wait, so concurrent suites may together plan for 1.25 times the machine's processors: two large suites and
 * a small one on two processors. With three large ones, a slow machine leaves each test so little that waits end too early.
 */
const overcommitment = 1.25;

/** A suite runs in its own process group, so that a terminal's Ctrl-C reaches it only through `stop`. */
class RunningSuite {
  reason;
  startedAt = performance.now();

  constructor({ name, command, env, limitMs }, print) {
    this.name = name;
    this.print = print;
    const [program, args] = boundToThisProcess(command[0], command.slice(1));
    this.child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, PATH: childPath, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.tree = new ProcessTree(this.child.pid);
    const readers = [this.child.stdout, this.child.stderr].map((input) =>
      createInterface({ input }).on('line', (line) => print(line)),
    );
    this.drained = Promise.all(readers.map((reader) => new Promise((resolve) => reader.once('close', resolve))));
    if (limitMs !== undefined)
      this.limit = setTimeout(() => this.stop(`cut off after ${limitMs / 1000} s`, 'SIGTERM'), limitMs);
    this.result = this.#result();
  }

  stop(reason, signal) {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.print(`  ${reason}`);
    this.tree.look();
    this.child.kill(signal);
    this.kill = setTimeout(() => void this.tree.end(0), graceMs);
  }

  async #result() {
    let sent;
    this.child.once('message', (message) => {
      sent = message;
      this.tree.look();
      this.child.disconnect();
    });
    const ended = await new Promise((resolve) => {
      this.child.once('error', (error) => resolve(error.message));
      this.child.once('exit', (code, signal) => resolve(signal ? `killed by ${signal}` : `code ${code}`));
    });
    clearTimeout(this.limit);
    for (const command of await this.tree.end(graceMs)) this.print(`  ended what it had left running: ${command}`);
    clearTimeout(this.kill);
    await this.drained;
    const { passed = 0, failed = 0, failures = [], reason } = sent ?? {};
    const fault = this.reason ?? (sent ? undefined : `ended without a result: ${ended}`);
    return {
      ...{ name: this.name, passed, reason },
      failed: failed + (fault !== undefined && failed === 0 ? 1 : 0),
      failures: fault === undefined ? failures : [fault, ...failures],
      seconds: (performance.now() - this.startedAt) / 1000,
      cpuSeconds: process.platform === 'linux' ? this.tree.cpuSeconds() : undefined,
    };
  }
}

const sumOf = (list, key) => list.reduce((sum, one) => sum + (one[key] ?? 0), 0);

/**
 * Starts suites in the given order; if one would exceed the limits of processors or systems, starts a later one first.
 * If a suite exceeds its limit or is interrupted, ends it and all processes that it has started.
 *
 * suites: [{ name, command, env?, cores (on average), systems, limitMs?, after? (the suite that must have passed) }].
 * The command sends { passed, failed, failures?, reason? } as a message; `reason` says why the suite could not run.
 */
export async function runSideBySide(suites, { cores = availableParallelism(), print = say, interruption } = {}) {
  const waiting = [...suites];
  const running = new Map();
  const results = [];
  const width = Math.max(...suites.map(({ name }) => name.length));
  const printFor = (name) => (line) => print(suites.length > 1 ? `${name.padEnd(width)} ${line}` : line);

  const fits = (suite) => {
    const beside = [...running.keys(), suite];
    if (beside.length === 1) return true;
    return (
      sumOf(beside, 'cores') <= cores * overcommitment && sumOf(beside, 'systems') <= Math.max(2, Math.floor(cores))
    );
  };
  const isDue = ({ after }) => ![...waiting, ...running.keys()].some(({ name }) => name === after);
  const hasFailed = (name) => results.some((result) => result.name === name && result.failed > 0);

  const start = (suite) => {
    const tell = printFor(suite.name);
    if (suites.length > 1) tell('starts');
    const one = new RunningSuite(suite, tell);
    running.set(suite, one);
    return one.result.then((result) => {
      running.delete(suite);
      results.push(result);
      const said = result.reason ? `not run: ${result.reason}` : `${result.passed} ok`;
      const failed = result.failed > 0 ? `, ${result.failed} FAILED` : '';
      tell(`ends: ${said}${failed}, ${result.seconds.toFixed(1)} s`);
    });
  };
  const startWhatFits = () => {
    const started = [];
    for (const suite of [...waiting]) {
      if (interruption?.aborted || !isDue(suite) || !(hasFailed(suite.after) || fits(suite))) continue;
      waiting.splice(waiting.indexOf(suite), 1);
      if (!hasFailed(suite.after)) started.push(start(suite));
      else
        results.push({
          ...{ name: suite.name, passed: 0, failed: 0, failures: [], seconds: 0 },
          reason: `${suite.after} failed`,
        });
    }
    return started;
  };

  const looking = setInterval(() => {
    const now = processesNow();
    for (const { tree } of running.values()) tree.look(now);
  }, lookEveryMs);
  const telling = setInterval(() => {
    const list = [...running.values()].map(({ name, startedAt }) => {
      const minutes = Math.floor((performance.now() - startedAt) / 60_000);
      return `${name} (${minutes} min)`;
    });
    print(`running: ${list.join(', ')}; waiting: ${waiting.map(({ name }) => name).join(', ') || 'none'}`);
  }, progressEveryMs);
  const interrupt = () => {
    for (const one of running.values()) one.stop('interrupted', interruption.reason);
  };
  interruption?.addEventListener('abort', interrupt);
  try {
    const ends = new Set();
    const follow = () => {
      for (const end of startWhatFits()) {
        ends.add(end);
        end.then(() => ends.delete(end));
      }
    };
    for (follow(); ends.size > 0; follow()) await Promise.race(ends);
  } finally {
    interruption?.removeEventListener('abort', interrupt);
    clearInterval(looking);
    clearInterval(telling);
  }
  return results;
}

function rowOf({ name, passed, failed, reason, seconds, cpuSeconds }, cores) {
  const tests = reason ? 'not run' : `${passed} ok`;
  const busy = cpuSeconds === undefined || seconds === 0 ? undefined : cpuSeconds / (cores * seconds);
  return [
    ...[name, tests, failed > 0 ? `${failed} FAILED` : '', seconds.toFixed(1)],
    ...[cpuSeconds?.toFixed(1) ?? '–', busy?.toFixed(2) ?? '–'],
  ];
}

/** Repeats all failures at the end. An interrupted run counts as failed. */
export async function runSuites(suites) {
  const cores = availableParallelism();
  const startedAt = performance.now();
  const interruption = new AbortController();
  for (const signal of endSignals) process.on(signal, () => interruption.abort(signal));
  const results = await runSideBySide(suites, { cores, interruption: interruption.signal });
  const seconds = (performance.now() - startedAt) / 1000;
  const passed = sumOf(results, 'passed');
  const failed = sumOf(results, 'failed') + (interruption.signal.aborted ? 1 : 0);
  say();
  for (const { name, failures } of results) for (const failure of failures) say(`${name}: ${failure}\n`);
  const cpuSeconds = process.platform === 'linux' ? sumOf(results, 'cpuSeconds') : undefined;
  const head = ['suite', 'tests', '', 'seconds', 'CPU-seconds', `CPU / (${cores} × wall)`];
  const all = rowOf({ name: 'all', passed, failed, seconds, cpuSeconds }, cores);
  for (const line of columns([head, ...results.map((result) => rowOf(result, cores)), all])) say(line);
  say(`${passed} passed, ${failed} failed`);
  return { passed, failed, seconds, results };
}
