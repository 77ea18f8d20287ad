import { readFileSync } from 'node:fs';

/** Lines with continuations joined, without comments and blank lines: [{ number, text }]. */
function logicalLines(text) {
  const lines = [];
  let open;
  text.split('\n').forEach((line, index) => {
    if (/^\s*#/.test(line) || (open === undefined && line.trim() === '')) return;
    const part = line.replace(/\\\s*$/, '').trim();
    if (open === undefined) lines.push({ number: index + 1, text: part });
    else lines.at(-1).text += ` ${part}`;
    open = /\\\s*$/.test(line) ? true : undefined;
  });
  return lines;
}

/** Words as a shell would split them, with quotes taken off. */
const wordsOf = (text) =>
  [...text.matchAll(/(?:[^\s"]|"(?:[^"\\]|\\.)*")+/g)].map(([word]) => word.replaceAll(/"((?:[^"\\]|\\.)*)"/g, '$1'));

const expand = (text, values) => text.replaceAll(/\$\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

function assignments(text, values) {
  return Object.fromEntries(
    wordsOf(expand(text, values)).map((word) => {
      const at = word.indexOf('=');
      return [word.slice(0, at), word.slice(at + 1)];
    }),
  );
}

/** `--name=value` and `--name` before an instruction's arguments. */
function takeFlags(text) {
  const flags = {};
  let rest = text;
  for (let match = /^--([\w-]+)(?:=(\S+))?\s+/.exec(rest); match; match = /^--([\w-]+)(?:=(\S+))?\s+/.exec(rest)) {
    flags[match[1]] = match[2] ?? true;
    rest = rest.slice(match[0].length);
  }
  return { flags, rest };
}

const execForm = (text) => (text.startsWith('[') ? JSON.parse(text) : undefined);

/** What each instruction does to its stage. A stage begins as a copy of the one it is made from, steps apart. */
const instructions = {
  WORKDIR: (stage, rest) => {
    stage.workdir = rest;
  },
  ENV: (stage, rest) => Object.assign(stage.env, assignments(rest, stage.args)),
  ARG: (stage, rest) => {
    const [name, value = ''] = rest.split('=');
    stage.args[name] = value;
  },
  LABEL: (stage, rest) => Object.assign(stage.labels, assignments(rest, stage.args)),
  USER: (stage, rest) => {
    stage.user = rest;
  },
  EXPOSE: (stage, rest) => stage.ports.push(...wordsOf(rest).map(Number)),
  STOPSIGNAL: (stage, rest) => {
    stage.stopSignal = rest;
  },
  CMD: (stage, rest) => {
    stage.command = execForm(rest);
  },
  HEALTHCHECK: (stage, rest) => {
    const { flags, rest: check } = takeFlags(rest);
    stage.health = { ...flags, command: execForm(check.replace(/^CMD\s+/, '')) };
  },
  RUN: (stage, rest) => {
    const { rest: script } = takeFlags(rest);
    stage.steps.push({ kind: 'run', script, workdir: stage.workdir, env: { ...stage.env } });
  },
  COPY: (stage, rest) => {
    const { flags, rest: paths } = takeFlags(rest);
    const words = wordsOf(paths);
    stage.steps.push({
      kind: 'copy',
      stage: flags.from,
      sources: words.slice(0, -1),
      target: words.at(-1),
      workdir: stage.workdir,
    });
  },
};

function begin(rest, stages, globalArguments) {
  const [from, , name] = wordsOf(expand(takeFlags(rest).rest, globalArguments));
  const parent = stages[from];
  const inherited = parent ?? { image: from, workdir: '/', env: {}, labels: {}, ports: [], user: undefined };
  return {
    ...structuredClone(inherited),
    name,
    parent: parent ? from : undefined,
    args: {},
    steps: [],
  };
}

/**
 * A Dockerfile's stages by name: { name, parent (a stage) and image (the base below all), steps in order, and what an
 * image of it would say: workdir, env, labels, ports, user, command, health, stopSignal }.
 *
 * Reads what this project's Dockerfile uses and throws on any other instruction, so that none is passed over in silence.
 */
export function readDockerfile(file) {
  const stages = {};
  const globalArguments = {};
  let stage;
  for (const { number, text } of logicalLines(readFileSync(file, 'utf8'))) {
    const [, keyword, rest] = /^([A-Z]+)\s+(.*)$/s.exec(text) ?? [];
    if (keyword === 'FROM') {
      stage = begin(rest, stages, globalArguments);
      if (!stage.name) throw new Error(`${file}:${number} names no stage: ${text}`);
      stages[stage.name] = stage;
    } else if (keyword === 'ARG' && stage === undefined) Object.assign(globalArguments, assignments(rest, {}));
    else if (stage !== undefined && Object.hasOwn(instructions, keyword)) instructions[keyword](stage, rest);
    else throw new Error(`${file}:${number} is not understood: ${text}`);
  }
  return stages;
}
