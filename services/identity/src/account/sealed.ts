import type { OwnLookingFor, SelfDescription } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { firstRow } from '../kernel/rows.js';
import { newPersonalKey, seal, unseal } from '../kernel/secrets.js';
import { accountUnknown } from './account.js';

/** Returns the person's key. Creates it if there is none. */
export async function personalKeyOf(session: SqlSession, userId: string): Promise<Buffer> {
  const [row] = await session.query<{ key: Buffer }>(
    `with added as (
       insert into personal_keys (user_id, key) values ($1::uuid, $2::bytea) on conflict (user_id) do nothing returning key
     )
     select key from added union all select key from personal_keys where user_id = $1::uuid limit 1`,
    [userId, newPersonalKey()],
  );
  return row!.key;
}

/** Returns undefined if the key was destroyed or never existed. */
export async function findPersonalKey(session: SqlSession, userId: string): Promise<Buffer | undefined> {
  const sql = 'select key from personal_keys where user_id = $1::uuid';
  return (await firstRow<{ key: Buffer }>(session, sql, [userId]))?.key;
}

/** @throws DomainError `NOT_FOUND` if the account is deleted, which destroys the key */
export async function requirePersonalKey(session: SqlSession, userId: string): Promise<Buffer> {
  const key = await findPersonalKey(session, userId);
  if (!key) throw accountUnknown();
  return key;
}

/** Every document is padded to this length, so that the length of a seal does not reveal its content. */
const LENGTH = 128;

/** A small document, sealed with the person's key in events and rows. A stored null means `defaults`. */
function sealedDocument<Document extends object>(defaults: Document) {
  const open = (stored: string | null, key: Buffer | undefined, userId: string): Document => {
    const text = unseal(stored, key, userId);
    return text === null ? defaults : { ...defaults, ...JSON.parse(text) };
  };
  return {
    /** Returns the defaults if nothing is stored or the key is destroyed. */
    open,
    /** A part that is undefined does not change; null sets a part to its default. */
    change(document: Document, parts: { [Part in keyof Document]?: Document[Part] | null | undefined }): Document {
      const names = Object.keys(defaults) as (keyof Document)[];
      const partOf = (name: keyof Document) =>
        parts[name] === undefined ? document[name] : (parts[name] ?? defaults[name]);
      return Object.fromEntries(names.map((name) => [name, partOf(name)])) as Document;
    },
    /** Keeps the stored seal of an unchanged document, so that choosing it again changes nothing. */
    seal(document: Document, stored: string | null, key: Buffer, userId: string): string | null {
      const text = JSON.stringify(document);
      if (text === JSON.stringify(open(stored, key, userId))) return stored;
      return seal(text.padEnd(LENGTH), key, userId);
    },
  };
}

export const lookingForDocument = sealedDocument<OwnLookingFor>({
  gender: 'All',
  relationshipType: 'Either',
  ageFrom: null,
  ageTo: null,
});

export const selfDescriptionDocument = sealedDocument<SelfDescription>({
  gender: null,
  interestedIn: null,
  bornFrom: null,
});
