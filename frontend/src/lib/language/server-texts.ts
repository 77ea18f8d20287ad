/**
 * Puts the server's texts in an answer into the app's language; `route` is the answered route's id, absent for a refusal.
 * The server writes English. In an app of another language, `server-texts-translated.ts` takes this module's place.
 */
export const translated = <Answered>(answer: Answered, _route?: string): Answered | Promise<Answered> => answer;
