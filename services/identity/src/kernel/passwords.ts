import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { PASSWORD_LENGTH_MAX } from '@candid/contracts';
import { invalid, TEXTS } from './refusals.js';
import { type Turn, WorkInTurn } from './work-in-turn.js';

export type DeriveKey = (parameters: Argon2Parameters) => Promise<Buffer>;

export const deriveArgon2id: DeriveKey = (parameters) => promisify(argon2)('argon2id', parameters);

/** 19 MiB, two passes, one lane: the first choice of OWASP's password storage cheat sheet for Argon2id. */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** At most 2 hashes are computed at the same time, which takes 38 MiB. Each takes about 50 ms. */
const QUEUE = { places: 2, waitingMax: 256, waitingPerPartyMax: 16 };

/** Argon2id hashes in the PHC string format. A queued hash is not computed if its caller has stopped waiting. */
export class PasswordHasher {
  private readonly turns = new WorkInTurn(QUEUE);

  /** The hash to check if no hash is stored, so that each check takes equally long. No password matches it. */
  private readonly decoy: string;

  /** `cost` applies to new hashes; a stored hash contains its own. */
  constructor(
    private readonly derive: DeriveKey = deriveArgon2id,
    private readonly cost = COST,
  ) {
    this.decoy = encode(cost, Buffer.alloc(SALT_BYTES, 1), Buffer.alloc(TAG_BYTES));
  }

  /** @throws DomainError like `WorkInTurn.run`; the other methods throw the same errors */
  async hash(password: string, turn: Turn): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const tag = await this.turns.run(turn, () => this.tagOf(password, salt, this.cost, TAG_BYTES));
    return encode(this.cost, salt, tag);
  }

  /** Does the same work for a wrong password, a password that is too long, and a missing stored hash. */
  verify(password: string, stored: string | undefined, turn: Turn): Promise<boolean> {
    return this.turns.run(turn, () => this.isOf(password, stored));
  }

  /** Returns, for each hash, whether the password matches. Always checks all hashes, as one entry of the queue. */
  verifyEach(password: string, stored: readonly string[], turn: Turn): Promise<boolean[]> {
    return this.turns.run(turn, async () => {
      const matches: boolean[] = [];
      for (const hash of stored) matches.push(await this.isOf(password, hash));
      return matches;
    });
  }

  private async isOf(password: string, stored: string | undefined): Promise<boolean> {
    const { cost, salt, tag } = decode(stored ?? this.decoy);
    const derived = await this.tagOf(password, salt, cost, tag.length);
    return timingSafeEqual(derived, tag) && stored !== undefined && password.length <= PASSWORD_LENGTH_MAX;
  }

  private tagOf(password: string, nonce: Buffer, cost: typeof COST, tagLength: number): Promise<Buffer> {
    // Different keyboards may encode the same password as different code points.
    const message = password.slice(0, PASSWORD_LENGTH_MAX).normalize('NFKC');
    return this.derive({ message, nonce, tagLength, ...cost });
  }
}

function encode(cost: typeof COST, salt: Buffer, tag: Buffer): string {
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(tag)}`;
}

function decode(stored: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!match) throw new Error('a stored password hash is not of a known format');
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const [salt, tag] = match.slice(4).map((bytes) => Buffer.from(bytes, 'base64')) as [Buffer, Buffer];
  return { cost: { memory, passes, parallelism }, salt, tag };
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** Number of the most common passwords that also count as common with digits or signs around them. */
const WORDS_MAX = 10_000;

let loaded: ReturnType<typeof load> | undefined;

/** Unpacks 49,000 passwords at first use, because no process needs them at its start. */
async function load() {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const commonestFirst = dictionary['passwords-common'];
  return { whole: new Set(commonestFirst), words: new Set(commonestFirst.slice(0, WORDS_MAX)) };
}

/** Returns true for a common password in any case, and for a common word with digits or signs: `Password1!`. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loaded ??= load();
  const { whole, words } = await loaded;
  const written = password.normalize('NFKC').toLowerCase();
  return whole.has(written) || words.has(written.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''));
}

/** @throws DomainError `VALIDATION_FAILED` for `field` if the password is common */
export async function refuseCommonPassword(password: string, field: string): Promise<void> {
  if (await isCommonPassword(password)) throw invalid([{ field, message: TEXTS.commonPassword }]);
}
