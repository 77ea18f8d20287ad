/**
 * `npm run staff -- add|remove EMAIL [--role ROLE] [--data DIR]`, `npm run staff -- list`,
 * `npm run staff -- reset-factor EMAIL COLLEAGUE`: makes a staff account in the running system or gives one a further role,
 * takes that role or all of them, lists them, or takes the second factor from one. The password of a new account comes from
 * STAFF_PASSWORD, or is asked for without showing it.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { askPassword } from './lib/ask-password.mjs';
import { readJson } from './lib/json-file.mjs';
import { dataDirectory } from './lib/options.mjs';
import { liveRun } from './lib/run-file.mjs';
import { say } from './lib/say.mjs';
import { runStaffCommand } from './lib/staff-account.mjs';

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

const data = dataDirectory(values.data);
if (!liveRun(data)) {
  say('Staff accounts are those of the running system: start it first with npm start.');
  process.exit(1);
}
try {
  const asked = async () => process.env.STAFF_PASSWORD || (await askPassword(`Password for ${email}: `));
  const password = verb === 'add' ? await asked() : undefined;
  const { identity } = readJson(path.join(data, 'environment.json'));
  const role = values.role === undefined ? [] : ['--role', values.role];
  say(await runStaffCommand(identity, [...positionals, ...role], password));
} catch (error) {
  say(error.message);
  process.exit(1);
}
