/** `npm run staff`: see the usage below. The password of a new account comes from STAFF_PASSWORD or a hidden prompt. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { exitWith } from './lib/process-end.mjs';
import { say } from './lib/say.mjs';
import { runningSystem } from './lib/start/run-file.mjs';
import { runStaffCommand } from './lib/start/staff-account.mjs';

const { values, positionals } = parseArgs({
  options: { data: { type: 'string' }, role: { type: 'string' } },
  allowPositionals: true,
});
const [verb, email] = positionals;
const takes = { add: 1, remove: 1, list: 0, 'reset-factor': 2 };
const isKnown = Object.hasOwn(takes, verb ?? '') && positionals.length - 1 === takes[verb];
if (!isKnown || (values.role !== undefined && takes[verb] !== 1)) {
  say('usage: npm run staff -- add EMAIL [--role ROLE] | remove EMAIL [--role ROLE] | list');
  say('                        reset-factor EMAIL COLLEAGUE');
  say('       roles: support (for add, where none is given), moderator, safety-lead, legal');
  say('       the password comes from STAFF_PASSWORD or a prompt');
  process.exit(2);
}

const notRunning = 'Staff accounts are those of the running system: start it first with npm start.';
const { environments } = runningSystem(values.data, notRunning);
await exitWith(async () => {
  const asked = async () => process.env.STAFF_PASSWORD || (await askPassword(`Password for ${email}: `));
  const password = verb === 'add' ? await asked() : undefined;
  const role = values.role === undefined ? [] : ['--role', values.role];
  say(await runStaffCommand(environments.identity, [...positionals, ...role], password));
});

/** Asks at the terminal without echo. Throws if there is no terminal. */
async function askPassword(question) {
  if (!process.stdin.isTTY)
    throw new Error('There is no terminal to ask for the password at: give it in STAFF_PASSWORD.');
  process.stdout.write(question);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stdout.write('\n');
  }
}
