import { generateKeyPairSync, randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeJson } from './json-file.mjs';

export const databaseNames = ['identity', 'photos', 'assessments', 'tokens'];

/** Stands in addresses and settings as it is. */
export const secret = () => randomBytes(24).toString('base64url');

// Letters and digits that cannot be mistaken for one another when typed from a screen.
const legible = 'abcdefghjkmnpqrstuvwxyz23456789';

export const word = (length) => Array.from({ length }, () => legible[randomInt(legible.length)]).join('');

/** Fulfils the rules of sign-up and of reset: upper, lower, digit, special. */
const password = () => `Demo-${word(4)}-${word(4)}-7`;

const demoEmails = {
  owner: 'owner@candid.example',
  assessor: 'assessor@candid.example',
  support: 'support@candid.example',
};

/** The pair that access tokens are signed and verified with, as { privateKey, publicKey } in PEM. */
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
    mediaSigningSecret: secret(),
    assessorPasskey: `${word(4)}-${word(4)}-${word(4)}`,
    postgresPassword: secret(),
    databasePasswords: Object.fromEntries(roles.map((role) => [role, secret()])),
    demoLogins: Object.fromEntries(
      Object.entries(demoEmails).map(([who, email]) => [who, { email, password: password() }]),
    ),
  };
}

/** The installation's secrets: made on first use, kept in `<data>/secrets.json`, readable by its owner only. */
export function ensureSecrets(data) {
  const file = path.join(data, 'secrets.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const secrets = generate();
  writeJson(file, secrets);
  return secrets;
}
