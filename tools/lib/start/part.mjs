import { setTimeout as delay } from 'node:timers/promises';
import { commandOf } from '../processes/processes.mjs';
import { removeRun, writeRun } from './run-file.mjs';

const restartDelaysMs = [200, 1_000, 2_000, 5_000, 10_000, 30_000];

/** A part that has run this long has recovered: its next crash counts as the first crash. */
const settledAfterMs = 60_000;

const ending = ({ code, signal, error }) =>
  error?.message ?? (signal ? `was killed by ${signal}` : `ended with code ${code}`);

const shownLines = 10;
const shownCharacters = 300;

const lastLines = (child) =>
  (child.recentLines?.() ?? []).slice(-shownLines).map((line) => `  ${line.slice(0, shownCharacters)}`);

/**
 * `definition`: { name, address?, opsAddress?, members?, logFile?, launch(): Promise<child>, ready?(signal): Promise }.
 * States: starting, ready, waiting (for its restart), stopped. `ended`: { pid, code, signal } of the last process.
 */
export function createPart(definition, { say, changed }) {
  const part = { ...definition, state: 'stopped', child: undefined };
  const stopping = new AbortController();
  let crashes = 0;
  let hurry = new AbortController();
  let isRelaunch = false;
  let launching;

  const enter = (state) => {
    part.state = state;
    changed();
  };

  async function launch() {
    enter('starting');
    part.child = await definition.launch();
    changed();
    await untilReadyOrEnded(part.child);
    enter('ready');
    watch(part.child, performance.now());
  }

  async function untilReadyOrEnded(child) {
    if (!definition.ready) return;
    const settled = new AbortController();
    const ended = child.exited.then((outcome) => {
      if (settled.signal.aborted || stopping.signal.aborted) return;
      throw new Error(`${definition.name} ${ending(outcome)} before it was ready; ${definition.logFile} says why`);
    });
    try {
      await Promise.race([definition.ready(AbortSignal.any([settled.signal, stopping.signal])), ended]);
    } catch (error) {
      error.message = [error.message, ...lastLines(child)].join('\n');
      throw error;
    } finally {
      settled.abort();
    }
  }

  function start() {
    launching = launch();
    return launching;
  }

  function watch(child, readyAt) {
    child.exited.then((outcome) => {
      part.ended = { pid: child.pid, code: outcome.code, signal: outcome.signal };
      if (stopping.signal.aborted) return;
      // If a process exits with 0, it was asked to end and has not crashed.
      if (outcome.code === 0 || performance.now() - readyAt > settledAfterMs) crashes = 0;
      void restart(ending(outcome));
    });
  }

  async function restart(reason) {
    while (!stopping.signal.aborted) {
      const delayMs = isRelaunch ? 0 : restartDelaysMs[Math.min(crashes, restartDelaysMs.length - 1)];
      crashes += isRelaunch ? 0 : 1;
      if (!isRelaunch) say(`${definition.name} ${reason}; starting it again in ${delayMs / 1000} s`);
      isRelaunch = false;
      enter('waiting');
      const signal = AbortSignal.any([stopping.signal, hurry.signal]);
      await delay(delayMs, undefined, { signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        await start();
        say(`${definition.name} is ready again`);
        return;
      } catch (error) {
        await part.child?.stop();
        [reason] = error.message.split('\n');
      }
    }
  }

  async function stop() {
    stopping.abort();
    // The child is unknown before the launch has finished.
    await launching?.catch(() => undefined);
    await part.child?.stop();
    enter('stopped');
  }

  async function relaunch() {
    crashes = 0;
    isRelaunch = true;
    hurry.abort();
    hurry = new AbortController();
    await part.child?.stop();
  }

  return Object.assign(part, { start, stop, relaunch });
}

const recordOf = ({ name, address, opsAddress, members, state, child, ended }) => ({
  name,
  state,
  pid: child?.pid,
  address,
  opsAddress,
  members,
  ended,
  // Asks the kernel for the command, because a server may have rewritten its command line.
  command: child && (commandOf(child.pid) ?? child.command),
});

/** All parts of a run, in stages. Each stage is stopped before the stages that it needs. Updates run.json. */
export function createPartGroup({ data, say, about }) {
  const stages = [];
  let stopped;

  const record = () => {
    const parts = stages.flat().map(recordOf);
    const supervisor = { pid: process.pid, command: commandOf(process.pid) };
    writeRun(data, { ...about, isStopping: stopped !== undefined, supervisor, parts });
  };

  /** `limited` may delay each start. Resolves to a function that stops only this stage and returns its parts' exits. */
  async function start(definitions, limited = (work) => work()) {
    if (stopped) throw new Error('stopping');
    const stage = definitions.map((definition) => createPart(definition, { say, changed: record }));
    stages.push(stage);
    await Promise.all(stage.map((part) => limited(() => part.start())));
    return async () => {
      if (!stages.includes(stage)) return [];
      stages.splice(stages.indexOf(stage), 1);
      await Promise.all(stage.map((part) => part.stop()));
      if (!stopped) record();
      return stage.map(({ ended }) => ended);
    };
  }

  function stop() {
    if (stopped) return stopped;
    stopped = stopStages();
    record();
    return stopped;
  }

  async function stopStages() {
    for (const stage of stages.toReversed()) await Promise.all(stage.map((part) => part.stop()));
    removeRun(data);
  }

  const partsOf = (names) => stages.flat().filter(({ name }) => names.includes(name));

  return { start, stop, partsOf, isStopping: () => stopped !== undefined };
}
