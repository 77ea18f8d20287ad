import type { OwnLookingFor, SelfDescription } from '@candid/contracts';
import { seal, unseal } from '../security/personal-data.js';

type Key = Buffer | undefined;

/** Longer than any of the documents, so that the length of a seal says nothing of what is in it. */
const LENGTH = 128;

/** A small document that events and rows hold sealed with the person's key. Null stands for `defaults`. */
function sealedDocument<Document extends object>(defaults: Document) {
  const open = (stored: string | null, key: Key, userId: string): Document => {
    const text = unseal(stored, key, userId);
    return text === null ? defaults : { ...defaults, ...JSON.parse(text) };
  };
  return {
    /** The defaults where it cannot be read any more. */
    open,
    /** Undefined leaves a part as it is, null goes back to its default. */
    change(document: Document, parts: { [Part in keyof Document]?: Document[Part] | null | undefined }): Document {
      const names = Object.keys(defaults) as (keyof Document)[];
      const partOf = (name: keyof Document) =>
        parts[name] === undefined ? document[name] : (parts[name] ?? defaults[name]);
      return Object.fromEntries(names.map((name) => [name, partOf(name)])) as Document;
    },
    /** What says the same keeps its seal, so that choosing it again changes nothing. */
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
