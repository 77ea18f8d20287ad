import path from 'node:path';
import { Demo } from '../../seed/fill.mjs';
import { readJson, writeJson } from '../json-file.mjs';
import { say, seconds } from '../say.mjs';
import { passkeysOf } from './secrets.mjs';
import { makeStaffAccount } from './staff-account.mjs';

const markIn = (data) => path.join(data, 'demo.json');

/** Content of `demo.json`: `staff` are the roles with an account; `madeAt` is absent until the demo is complete. */
const markOf = (data) => readJson(markIn(data)) ?? {};

/** Returns 'none', 'filling' (log-ins work, and the next start completes the demo) or 'ready'. */
export function demoState(data) {
  const { staff, madeAt } = markOf(data);
  if (madeAt !== undefined) return 'ready';
  return staff === undefined ? 'none' : 'filling';
}

const staffRoles = ['support', 'moderator'];

/** Makes the staff accounts that are missing; existing accounts stay unchanged. */
const makeStaff = ({ environments, secrets }) =>
  Promise.all(staffRoles.map((role) => makeStaffAccount(environments.identity, { ...secrets.demoLogins[role], role })));

/** Adds staff accounts that a demo by an earlier version lacks. */
async function completeStaff({ data, environments, secrets }) {
  const mark = markOf(data);
  if (staffRoles.every((role) => mark.staff?.includes(role))) return;
  try {
    await makeStaff({ environments, secrets });
    writeJson(markIn(data), { ...mark, staff: staffRoles });
  } catch (error) {
    say(`The demo's staff could not be made; the app works without it.\n${error.message}`);
  }
}

/** Prints the failure and does not throw, because the app works without the demo and the next start tries again. */
function reportFailure(error, group) {
  if (group.isStopping()) return;
  say(`The demo could not be completed; the app works without it, and the next start tries again.\n${error.message}`);
}

function plannedDemo({ group, environments, secrets, urls }) {
  const { ASSESSOR_PASSKEYS, PORT } = { ...environments.identity, ...environments.gateway };
  return new Demo({
    appUrl: `http://127.0.0.1:${PORT}`,
    mailUrl: urls.mailPage,
    passkey: passkeysOf(ASSESSOR_PASSKEYS)[0],
    logins: secrets.demoLogins,
    isStopping: group.isStopping,
  });
}

/** Resolves to a function that completes the demo; undefined if nothing is left to do. Never throws. */
export async function beginDemo({ group, data, environments, secrets, urls }) {
  if (demoState(data) === 'ready') {
    await completeStaff({ data, environments, secrets });
    return undefined;
  }
  if (!urls.mailPage) {
    say('The demo is left out: its people sign up by mail, and with SMTP_URL the mail goes elsewhere.');
    return undefined;
  }
  const demo = plannedDemo({ group, environments, secrets, urls });
  try {
    await Promise.all([makeStaff({ environments, secrets }), demo.enterLogins()]);
    writeJson(markIn(data), { staff: staffRoles });
  } catch (error) {
    reportFailure(error, group);
    return undefined;
  }
  return async () => {
    const startedAt = performance.now();
    try {
      await demo.fill((progress) => say(`demo: ${progress}`));
      writeJson(markIn(data), { staff: staffRoles, madeAt: new Date().toISOString() });
      say(`demo is ready: ${demo.contents}, filled in ${seconds(startedAt)}`);
    } catch (error) {
      reportFailure(error, group);
    }
  };
}
