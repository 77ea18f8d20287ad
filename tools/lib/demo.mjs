import { existsSync } from 'node:fs';
import path from 'node:path';
import { readJson, writeJson } from './json-file.mjs';
import { gatewayPart } from './parts.mjs';
import { fromRoot, nodeBinary } from './paths.mjs';
import { runCommand } from './run.mjs';
import { say, seconds } from './say.mjs';
import { makeStaffAccount } from './staff-account.mjs';

const seedScript = fromRoot('tools', 'seed.mjs');
const markIn = (data) => path.join(data, 'demo.json');

export const isDemoMade = (data) => readJson(markIn(data)) !== undefined;

/** The demo comes in faster than a person: a gateway of its own counts it against limits of its own. */
function seedingGateway({ environments, publicUrl, ports, data, report }) {
  const redis = new URL(environments.gateway.REDIS_URL);
  redis.pathname = '/1';
  const [port, opsPort] = ports;
  const environment = { ...environments.gateway, PORT: String(port), REDIS_URL: redis.href, RATE_LIMIT_FACTOR: '1000' };
  const definition = gatewayPart({ name: 'gateway-for-demo', environment, publicUrl, opsPort, data, report });
  return { definition, url: `http://127.0.0.1:${port}` };
}

const staffRoles = ['support', 'moderator'];

/** Idempotent: existing accounts stay unchanged. */
async function makeStaff({ environments, secrets }) {
  for (const role of staffRoles) await makeStaffAccount(environments.identity, { ...secrets.demoLogins[role], role });
}

/** Adds the staff accounts that a demo of an earlier version lacks. */
async function completeStaff({ data, environments, secrets }) {
  const mark = readJson(markIn(data));
  if (staffRoles.every((role) => mark.staff?.includes(role))) return;
  try {
    await makeStaff({ environments, secrets });
    writeJson(markIn(data), { ...mark, staff: staffRoles });
  } catch (error) {
    say(`The demo's staff could not be made; the app works without it.\n${error.message}`);
  }
}

async function fill({ url, environments, secrets, urls }) {
  await makeStaff({ environments, secrets });
  const env = {
    APP_URL: url,
    MAIL_URL: urls.mailPage,
    ASSESSOR_PASSKEY: environments.identity.ASSESSOR_PASSKEYS.split(',')[0].split(':').slice(1).join(':'),
    DEMO_LOGINS: JSON.stringify(secrets.demoLogins),
  };
  const { code, output } = await runCommand(nodeBinary, [seedScript], { env, stdio: 'pipe' });
  if (code !== 0) throw new Error(output);
}

/**
 * Makes the demo once per data directory: first support and a moderator, then everything else by HTTP calls to the app.
 * A failure is printed and leaves the app usable.
 *
 * Environment of the script: APP_URL, MAIL_URL, ASSESSOR_PASSKEY, DEMO_LOGINS.
 * DEMO_LOGINS is JSON: { owner, assessor, support, moderator }, each with an email and a password.
 */
export async function ensureDemo({ group, secrets, urls, ...place }) {
  const { data, environments } = place;
  if (isDemoMade(data)) {
    await completeStaff({ data, environments, secrets });
    return;
  }
  if (!existsSync(seedScript)) return;
  if (!urls.mailPage) {
    say('The demo is left out: its people sign up by mail, and with SMTP_URL the mail goes elsewhere.');
    return;
  }
  const startedAt = performance.now();
  say('filling the demo: people, photos, running and finished assessments');
  const { definition, url } = seedingGateway(place);
  const stopGateway = await group.start([definition]);
  try {
    await fill({ url, environments, secrets, urls });
    writeJson(markIn(data), { madeAt: new Date().toISOString(), staff: staffRoles });
    say(`filled the demo in ${seconds(startedAt)}`);
  } catch (error) {
    if (!group.isStopping()) say(`The demo could not be made; the app works without it.\n${error.message}`);
  } finally {
    await stopGateway();
  }
}
