import { columns, say, seconds } from '../say.mjs';
import { demoState } from './demo.mjs';
import { ensureSecrets, passkeysOf } from './secrets.mjs';

/** `mailUrl` is undefined if the run has no mail inbox; `identity` is the environment of the identity service. */
export function introduce({ appUrl, mailUrl, data, identity }) {
  const passkeys = passkeysOf(identity.ASSESSOR_PASSKEYS);
  const state = demoState(data);
  const logins = state === 'none' ? [] : Object.entries(ensureSecrets(data).demoLogins);
  const rows = [
    ['app', appUrl],
    ['API reference', `${appUrl}/api/docs`],
    ...(mailUrl ? [['mail inbox', mailUrl]] : []),
    ...logins.map(([who, { email, password }]) => [`${who} login`, `${email}  ${password}`]),
    ['assessor passkey', `${passkeys.join('  ')}  (enter it at ${appUrl}/approve)`],
    ['data and logs', data],
  ];
  for (const line of columns(rows)) say(line);
  if (state === 'filling') say('\nThe log-ins work. Photos and ratings are complete once "demo is ready" is printed.');
}

export function announce({ publicUrl, urls, data, environments, startedAt }) {
  say();
  introduce({ appUrl: publicUrl, mailUrl: urls.mailPage, data, identity: environments.identity });
  say();
  say('Ctrl-C stops everything.');
  say(`ready in ${seconds(startedAt)}: ${publicUrl}`);
}
