import { createHash, createHmac, generateKeyPairSync, randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeJson } from '../json-file.mjs';
import { natsKinds } from '../servers/nats-passwords.mjs';

export const databaseNames = ['identity', 'photos', 'assessments', 'tokens'];

/** The secret's characters need no escaping in addresses and settings. */
export const secret = () => randomBytes(24).toString('base64url');

// Letters and digits that a person cannot confuse when typing from a screen.
const legible = 'abcdefghjkmnpqrstuvwxyz23456789';

export const word = (length) => Array.from({ length }, () => legible[randomInt(legible.length)]).join('');

/** The password meets the rules of sign-up and reset: upper case, lower case, digit, special character. */
const password = () => `Demo-${word(4)}-${word(4)}-7`;

const demoEmails = {
  owner: 'owner@candid.example',
  assessor: 'assessor@candid.example',
  support: 'support@candid.example',
  moderator: 'moderator@candid.example',
};

export const accessTokenKeys = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

function generate() {
  const keys = accessTokenKeys();
  const roles = databaseNames.flatMap((name) => [`${name}_owner`, `${name}_app`]);
  return {
    jwtPrivateKey: keys.privateKey,
    jwtPublicKey: keys.publicKey,
    vapidPrivateKey: accessTokenKeys().privateKey,
    hashKey: secret(),
    mediaSigningSecret: secret(),
    assessorPasskey: `${word(4)}-${word(4)}-${word(4)}`,
    postgresPassword: secret(),
    databasePasswords: Object.fromEntries(roles.map((role) => [role, secret()])),
    demoLogins: Object.fromEntries(
      Object.entries(demoEmails).map(([who, email]) => [who, { email, password: password() }]),
    ),
  };
}

/** Password of a server that the installation starts. It is derived, so that every start has the same password. */
export const derivedSecret = ({ postgresPassword }, name) =>
  createHmac('sha256', postgresPassword).update(name).digest('hex').slice(0, 32);

export const natsPasswords = (secrets) =>
  Object.fromEntries(natsKinds.map((kind) => [kind, derivedSecret(secrets, `nats ${kind}`)]));

/** `setting`: the value of ASSESSOR_PASSKEYS, `name:passkey,…`. */
export const passkeysOf = (setting) => setting.split(',').map((entry) => entry.split(':').slice(1).join(':'));

/** Derives a password from another log-in, so that it is the same at every start. It meets the rules of sign-up. */
export const derivedPassword = (login, name) =>
  `${createHash('sha256').update(`${login.password} ${name}`).digest('base64url').slice(0, 20)}-Aa7`;

/** The installation's secrets, created on first use in `<data>/secrets.json`, which only its owner can read. */
export function ensureSecrets(data) {
  const file = path.join(data, 'secrets.json');
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const made = generate();
  const isComplete = Object.keys(made).every((name) => name in kept);
  if (isComplete && Object.keys(demoEmails).every((who) => who in kept.demoLogins)) return kept;
  const secrets = { ...made, ...kept, demoLogins: { ...made.demoLogins, ...kept.demoLogins } };
  writeJson(file, secrets);
  return secrets;
}
