import { readFileSync } from 'node:fs';

/** Splits the text into instructions: drops comments and blank lines, joins continued lines. */
const instructionsOf = (text) =>
  text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');

const execForm = (text) => (text?.startsWith('[') ? JSON.parse(text) : undefined);
const withoutFlags = (rest) => rest.replace(/^(--\S+\s+)+/, '');

/** Effect of each instruction on its stage. Other instructions are ignored. */
const said = {
  ENV: (stage, rest) => {
    for (const [, name, quoted, bare] of rest.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g)) stage.env[name] = quoted ?? bare;
  },
  USER: (stage, rest) => {
    stage.user = rest;
  },
  CMD: (stage, rest) => {
    stage.command = execForm(rest);
  },
  HEALTHCHECK: (stage, rest) => {
    stage.health = { command: execForm(withoutFlags(rest).replace(/^CMD\s+/, '')) };
  },
  COPY: (stage, rest) => stage.copies.push(rest.split(/\s+/).at(-1)),
};

/**
 * Reads the stages of a Dockerfile, by name: { env, user, command, health, copies }. `copies` lists the targets of the stage's
 * own COPY instructions.
 */
export function readDockerfile(file) {
  const stages = {};
  let stage;
  for (const line of instructionsOf(readFileSync(file, 'utf8'))) {
    const [, keyword, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (keyword === 'FROM') {
      const [, parent, name] = /^(\S+) AS (\S+)$/.exec(withoutFlags(rest)) ?? [];
      if (!name) throw new Error(`${file}: a stage has no name: ${line}`);
      stage = { ...structuredClone(stages[parent] ?? { env: {} }), copies: [] };
      stages[name] = stage;
    } else if (stage && Object.hasOwn(said, keyword)) said[keyword](stage, rest);
  }
  return stages;
}
