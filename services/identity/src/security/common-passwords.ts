import { invalid, TEXTS } from '../refusals.js';

/** Each of these words alone makes a common password, with whatever digits and signs before and after it. */
const WORDS_MAX = 10_000;

interface CommonPasswords {
  whole: ReadonlySet<string>;
  words: ReadonlySet<string>;
}
let loaded: Promise<CommonPasswords> | undefined;

/** Unpacks 49,000 passwords, which no process needs at its start. */
async function load(): Promise<CommonPasswords> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const commonestFirst = dictionary['passwords-common'];
  return { whole: new Set(commonestFirst), words: new Set(commonestFirst.slice(0, WORDS_MAX)) };
}

/** True if the password is one of the commonest, in whatever case, or a common word that the rules made longer: `Password1!`. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loaded ??= load();
  const { whole, words } = await loaded;
  const written = password.normalize('NFKC').toLowerCase();
  return whole.has(written) || words.has(written.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''));
}

/** @throws DomainError `VALIDATION_FAILED` that names the field */
export async function refuseCommonPassword(password: string, field: string): Promise<void> {
  if (await isCommonPassword(password)) throw invalid([{ field, message: TEXTS.commonPassword }]);
}
