/** Kinds of process with a NATS user. The list is repeated here, because secrets are made without the contracts. */
export const natsKinds = [
  'gateway',
  'identity',
  'identity-worker',
  'photos',
  'photos-worker',
  'assessments',
  'assessments-worker',
  'tokens',
  'tokens-worker',
  'operator',
];

export const usersFileName = 'nats_users.conf';
export const passwordsFileName = 'nats_passwords.conf';

export const passwordName = (kind) => `password_${kind.replaceAll('-', '_')}`;

export const natsPasswordsFile = (passwords) =>
  natsKinds.map((kind) => `${passwordName(kind)}: "${passwords[kind]}"\n`).join('');

/** `address`: host and port. */
export const natsUrl = (kind, passwords, address) => `nats://${kind}:${passwords[kind]}@${address}`;
