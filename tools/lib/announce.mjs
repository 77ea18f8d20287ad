import { isDemoMade } from './demo.mjs';
import { columns, say, seconds } from './say.mjs';

const passkeysOf = (setting) => setting.split(',').map((entry) => entry.split(':').slice(1).join(':'));

function addresses({ publicUrl, urls }) {
  const rows = [
    ['app', publicUrl],
    ['API reference', `${publicUrl}/api/docs`],
  ];
  if (urls.mailPage) rows.push(['mail inbox', urls.mailPage]);
  return rows;
}

const demoRows = (logins) =>
  Object.entries(logins).map(([who, { email, password }]) => [`${who} login`, `${email}  ${password}`]);

/** What a person needs to begin; its last line starts with `ready`. */
export function announce({ publicUrl, urls, data, secrets, environments, startedAt }) {
  const passkeys = passkeysOf(environments.identity.ASSESSOR_PASSKEYS);
  const rows = [
    ...addresses({ publicUrl, urls }),
    ...(isDemoMade(data) ? demoRows(secrets.demoLogins) : []),
    ['assessor passkey', `${passkeys.join('  ')}  (enter it at ${publicUrl}/approve)`],
    ['data and logs', data],
  ];
  say();
  for (const line of columns(rows)) say(line);
  say();
  say('Ctrl-C stops everything.');
  say(`ready in ${seconds(startedAt)}: ${publicUrl}`);
}
