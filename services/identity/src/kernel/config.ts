import { createPrivateKey } from 'node:crypto';
import { TRIAL } from '@candid/contracts';
import { callerSettings, coreSettings, databaseSettings, redisSettings } from '@candid/platform';
import { z } from 'zod';

export const STAFF_SECOND_FACTOR = Symbol('StaffSecondFactor');

const pem = z
  .string()
  .includes('BEGIN PRIVATE KEY', { message: 'not a PKCS #8 private key in PEM' })
  .transform((text) => text.replaceAll('\\n', '\n'));

const RSA_BITS_MIN = 2048;

/** Receivers of mail need not support other keys than RSA (RFC 8301). */
const dkimKey = pem.refine(
  (text) => {
    try {
      const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(text);
      return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_BITS_MIN;
    } catch {
      return false;
    }
  },
  { message: `not an RSA key of ${RSA_BITS_MIN} bits or more` },
);

/** `name:secret,…`; a secret may contain colons but no commas. */
const passkeys = z.string().transform((text, context) => {
  const seen = new Set<string>();
  return text.split(',').flatMap((entry) => {
    if (entry.trim() === '') return [];
    const [, name, secret] = /^\s*([\w-]{1,64}):(.{1,256}?)\s*$/.exec(entry) ?? [];
    if (name === undefined || secret === undefined || seen.has(name)) {
      const message = 'expected name:secret,… with names of their own and secrets of at most 256 characters';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    seen.add(name);
    return [{ name, secret }];
  });
});

/**
 * Push services that may be called: `host`, `host:port` or `*.domain`, by commas. A name must lead to public addresses;
 * an address is called only if it is listed itself.
 */
export const pushHosts = z
  .string()
  .default('fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com')
  .transform((hosts) => hosts.split(',').map((host) => host.trim()));

const pushSettings = {
  /** Private key in PEM with which notifications are signed (VAPID). A new key ends every subscription. */
  VAPID_PRIVATE_KEY: pem,
  PUSH_HOSTS: pushHosts,
};

/**
 * The mail server sends it with each bounce and complaint. It also signs the tokens in return paths, so a new secret
 * makes the bounces of earlier mails unknown. Without it, no bounces are taken.
 */
const mailReportSettings = { MAIL_REPORT_SECRET: z.string().min(32).optional() };

export const serviceSettings = z.object({
  ...coreSettings,
  ...callerSettings,
  ...databaseSettings,
  /** Private key for ES256 in PEM; the gateway has the public key. */
  JWT_PRIVATE_KEY: pem,
  /** Key of unsubscribe links and of hashes that outlive an account. A new key invalidates existing links and hashes. */
  HASH_KEY: z.string().min(32),
  ...pushSettings,
  ...mailReportSettings,
  ASSESSOR_PASSKEYS: passkeys.default([]),
  /** Maximum number of people that become assessors by a trial within 24 hours; 0 switches the trial off. */
  TRIAL_APPROVALS_PER_DAY: z.coerce.number().int().min(0).default(20),
  /** Factor by which every rate limit is multiplied. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  /** Maximum number of searches for people by one support member on one day (UTC). */
  SUPPORT_SEARCHES_PER_DAY: z.coerce.number().int().positive().default(400),
  /** Maximum number of addresses revealed to one support member on one day (UTC). */
  SUPPORT_REVEALS_PER_DAY: z.coerce.number().int().positive().default(50),
  /** `optional`: staff roles also apply without a second factor. An account that has a factor must always use it. */
  STAFF_SECOND_FACTOR: z.enum(['required', 'optional']).default('required'),
  /** Receiver of analytics events; the database stores only daily counts. */
  ANALYTICS_SINK: z.enum(['none']).default('none'),
});

export type IdentityConfig = z.infer<typeof serviceSettings>;

export type StaffSecondFactor = IdentityConfig['STAFF_SECOND_FACTOR'];

export const workerSettings = z
  .object({
    ...coreSettings,
    ...databaseSettings,
    ...redisSettings,
    ...pushSettings,
    ...mailReportSettings,
    SMTP_URL: z.url({ protocol: /^smtps?$/ }),
    /** `Candid <hello@candid.example>` or the address alone. */
    MAIL_FROM: z.string().regex(/^[^\r\n]*[^\s<>@]+@[^\s<>@]+>?$/),
    /** Address to which bounces return. Each mail adds a token: `bounces+token@…`. Default: `MAIL_FROM`, without tokens. */
    MAIL_RETURN_PATH: z
      .string()
      .regex(/^[\w.-]{1,15}@[^\s<>@+]+$/)
      .optional(),
    /** Name and private key with which mails are signed (RFC 6376) for the domain of `MAIL_FROM`. Default: no signature. */
    DKIM_SELECTOR: z
      .string()
      .regex(/^[a-z\d-]+(\.[a-z\d-]+)*$/i)
      .optional(),
    DKIM_PRIVATE_KEY: dkimKey.optional(),
    PUBLIC_URL: z.url().transform((url) => url.replace(/\/+$/, '')),
  })
  .superRefine(({ MAIL_FROM, MAIL_RETURN_PATH, MAIL_REPORT_SECRET, DKIM_SELECTOR, DKIM_PRIVATE_KEY }, context) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if ((DKIM_SELECTOR === undefined) !== (DKIM_PRIVATE_KEY === undefined))
      refuse(DKIM_SELECTOR === undefined ? 'DKIM_SELECTOR' : 'DKIM_PRIVATE_KEY', 'DKIM needs both settings');
    if (MAIL_RETURN_PATH === undefined) return;
    if (MAIL_REPORT_SECRET === undefined) refuse('MAIL_REPORT_SECRET', 'MAIL_RETURN_PATH needs it');
    if (!isAligned(domainOf(MAIL_FROM), domainOf(MAIL_RETURN_PATH)))
      refuse('MAIL_RETURN_PATH', 'its domain must be that of MAIL_FROM or a part of it, because DMARC compares them');
  });

/** The domain of an address or of a sender such as `Candid <hello@candid.example>`. */
export const domainOf = (sender: string): string => /@([^\s<>@]+)>?$/.exec(sender.trim())?.[1] ?? 'localhost';

const isAligned = (one: string, other: string): boolean =>
  `.${one}`.endsWith(`.${other}`) || `.${other}`.endsWith(`.${one}`);

export type WorkerConfig = z.infer<typeof workerSettings>;

export const WORKER_CONFIG = Symbol('WorkerConfig');

export const RATE_LIMITS = Symbol('RateLimits');

export type RateLimits = ReturnType<typeof rateLimitsOf>;

/** Rate limits, multiplied by the process's factor. The gateway limits log-ins. */
export function rateLimitsOf(factor: number) {
  const scaled = (limit: number): number => Math.max(1, Math.round(limit * factor));
  return {
    /** Mails per hour that people cause without a log-in. */
    strangerMails: { perMailboxAndKind: scaled(5), perSite: scaled(60) },
    /** Maximum numbers of unexpired reset links for one address, per network and in total. */
    resetLinksPerNetworkMax: scaled(5),
    resetLinksMax: scaled(10),
    /** Sessions that one account starts within a day, on all its devices. */
    sessionsPerDayMax: scaled(50),
    /** Replacements of a session's refresh token within a day. Above the limit, a refresh returns the same token. */
    tokenReplacementsPerDayMax: scaled(200),
    /** Notices from one network within 15 minutes. */
    noticesPerNetworkMax: scaled(20),
    /** Trials within `TRIAL.windowMs`. */
    trials: { perMailbox: scaled(TRIAL.perMailbox), perSite: scaled(TRIAL.perSite) },
    /** Wrong passkeys, and wrong codes of a second factor, within 15 minutes. */
    secretTries: {
      perAccountAndNetwork: scaled(5),
      /** Only the owner, or somebody with the owner's password, can use up these tries. */
      perAccount: scaled(15),
      /** Above this number of tries, each account has `perAccountInCrowdedNetwork` tries from the network. */
      perNetwork: scaled(20),
      perAccountInCrowdedNetwork: scaled(1),
    },
  };
}
