import { commandOf } from '../processes/processes.mjs';
import { createPart } from './part.mjs';
import { removeRun, writeRun } from './run-file.mjs';

const recordOf = ({ name, address, opsAddress, members, state, child, ended }) => ({
  name,
  state,
  pid: child?.pid,
  address,
  opsAddress,
  members,
  ended,
  // The command comes from the kernel: a server may have rewritten its own command line.
  command: child && (commandOf(child.pid) ?? child.command),
});

/** All parts of one run, in stages: a later stage is stopped before the ones it stands on. Keeps run.json true. */
export function createPartGroup({ data, say, about }) {
  const stages = [];
  let stopped;

  const record = () => {
    const parts = stages.flat().map(recordOf);
    const supervisor = { pid: process.pid, command: commandOf(process.pid) };
    writeRun(data, { ...about, isStopping: stopped !== undefined, supervisor, parts });
  };

  /**
   * Starts the definitions as one stage, each through `limited`, which may delay it. Resolves to a function that stops
   * this stage alone and returns how its parts ended.
   */
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
