/**
 * `npm run staff -- add EMAIL [--data DIR]`: makes a support account in the running system. The password comes from
 * STAFF_PASSWORD, or is asked for without showing it.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { askPassword } from './lib/ask-password.mjs';
import { readJson } from './lib/json-file.mjs';
import { dataDirectory } from './lib/options.mjs';
import { liveRun } from './lib/run-file.mjs';
import { say } from './lib/say.mjs';
import { makeStaffAccount } from './lib/staff-account.mjs';

const { values, positionals } = parseArgs({ options: { data: { type: 'string' } }, allowPositionals: true });
const [verb, email] = positionals;
if (verb !== 'add' || !email) {
  say('usage: npm run staff -- add EMAIL   (password from STAFF_PASSWORD or a prompt)');
  process.exit(2);
}

const data = dataDirectory(values.data);
if (!liveRun(data)) {
  say('The account is made in the running system: start it first with npm start.');
  process.exit(1);
}
try {
  const password = process.env.STAFF_PASSWORD || (await askPassword(`Password for ${email}: `));
  say(await makeStaffAccount(readJson(path.join(data, 'environment.json')).identity, { email, password }));
} catch (error) {
  say(error.message);
  process.exit(1);
}
