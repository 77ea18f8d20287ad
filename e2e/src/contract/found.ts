import type { Sent } from './wire.js';

/** A request that once exposed a fault, and that every run repeats. */
export interface Found {
  name: string;
  id: string;
  who: 'anonymous' | 'another user' | 'an assessor without a slot' | 'support';
  sent: Sent;
  status?: number;
}

export const FOUND: Found[] = [
  {
    name: 'a file without a name',
    id: 'uploadPhotos',
    who: 'another user',
    sent: { form: withFile('', [7]) },
    status: 400,
  },
  {
    name: 'a session id with a null byte',
    id: 'addTokens',
    who: 'another user',
    sent: { body: { sessionId: 'a\u0000b' } },
    status: 400,
  },
  {
    name: 'an id of 300 characters in an address',
    id: 'getRatings',
    who: 'support',
    sent: { params: { photoId: 'x'.repeat(300) } },
    status: 404,
  },
];

function withFile(name: string, bytes: number[]): FormData {
  const form = new FormData();
  form.append('photos', new Blob([new Uint8Array(bytes)]), name);
  return form;
}
