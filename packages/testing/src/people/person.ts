import { randomBytes, randomUUID } from 'node:crypto';
import {
  assessmentsRoutes,
  identityRoutes,
  PRODUCT,
  photosRoutes,
  type Refusal,
  type Route,
  type UserId,
} from '@candid/contracts';
import type { z } from 'zod';
import { eventually } from '../eventually.js';
import { PASSKEY, type RunningSystem } from '../start-system.js';

const PASSWORD = 'Correct-horse-9';

/** Age at which a person's access token is replaced, because some test files take longer than a token is valid. */
const RENEWED_AFTER_MS = (2 / 3) * PRODUCT.accessTokenMs;

export interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  form?: FormData;
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

export type Answer<R extends Route> =
  | { status: R['status']; body: z.output<R['answer']> }
  | { status: number; body: Refusal };

/** Addresses of a system, and a function for its calls if plain `fetch` is not suitable. */
export type SystemAsSeen = Pick<RunningSystem, 'baseUrl' | 'mailUrl'> & { fetch?: typeof fetch };

/** A person who uses only HTTP, like a browser. The contract's schemas check successful answers. */
export class Person {
  token = '';
  userId = '' as UserId;
  cookie = '';
  private entered: { token: string; atMs: number } | undefined;
  /** The person's own IP address, effective only if the system trusts the test as a proxy (`TRUSTED_PROXIES`). */
  readonly address = `10.${randomBytes(3).join('.')}`;

  constructor(
    private readonly system: SystemAsSeen,
    readonly email = `person-${randomBytes(6).toString('hex')}@people.example`,
    readonly password = PASSWORD,
  ) {}

  static signedUp(system: SystemAsSeen, email?: string): Promise<Person> {
    return new Person(system, email).signUp();
  }

  static async approvedAssessor(system: SystemAsSeen, email?: string): Promise<Person> {
    const person = await Person.signedUp(system, email);
    await person.expect(identityRoutes.approveAssessor, { body: { passkey: PASSKEY } });
    return person;
  }

  async signUp(): Promise<this> {
    const { email, password } = this;
    await this.expect(identityRoutes.requestSignupCode, { body: { email } });
    const signupCode = await this.signupCode();
    const body = { email, password, signupCode, confirmAdult: true };
    return this.enter(await this.expect(identityRoutes.signUp, { body }));
  }

  async logIn(): Promise<this> {
    this.entered = undefined;
    const body = { email: this.email, password: this.password };
    return this.enter(await this.expect(identityRoutes.logIn, { body }));
  }

  private enter({ token, userId }: { token: string; userId: UserId }): this {
    Object.assign(this, { token, userId });
    this.entered = { token, atMs: performance.now() };
    return this;
  }

  /** Returns the link of the newest sign-up mail. */
  async signupLink(): Promise<string> {
    const mail = await this.mail((text) => text.includes('/signup?'));
    return /https?:\S+\/signup\?\S+/.exec(mail)?.[0] ?? '';
  }

  async signupCode(): Promise<string> {
    return new URL(await this.signupLink()).searchParams.get('code') ?? '';
  }

  async mail(fits: (text: string) => boolean): Promise<string> {
    return eventually(async () => {
      const list = await fetch(`${this.system.mailUrl}/api/messages?to=${encodeURIComponent(this.email)}`);
      for (const { id } of (await list.json()) as { id: string }[]) {
        const message = await fetch(`${this.system.mailUrl}/api/messages/${id}`);
        const { subject, text } = (await message.json()) as { subject: string; text: string };
        if (fits(`${subject}\n${text}`)) return `${subject}\n${text}`;
      }
      throw new Error(`no such mail for ${this.email}`);
    });
  }

  async call<R extends Route>(route: R, sent: Sent = {}): Promise<Answer<R>> {
    const { entered } = this;
    if (entered?.token === this.token && performance.now() - entered.atMs > RENEWED_AFTER_MS) await this.logIn();
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(sent.params?.[name] ?? ''),
    );
    const query = sent.query ? `?${new URLSearchParams(sent.query)}` : '';
    const send = this.system.fetch ?? fetch;
    const response = await send(`${this.system.baseUrl}/api${path}${query}`, {
      method: route.method,
      headers: {
        'x-forwarded-for': this.address,
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(route.method === 'GET' ? {} : { 'idempotency-key': sent.idempotencyKey ?? randomUUID() }),
        ...sent.headers,
      },
      body: sent.form ?? (sent.body === undefined ? null : JSON.stringify(sent.body)),
    });
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
    if (cookie) this.cookie = cookie;
    return { status: response.status, body: (await response.json()) as never };
  }

  async expect<R extends Route>(route: R, sent: Sent = {}): Promise<z.output<R['answer']>> {
    return insist(route, await this.call(route, sent));
  }

  async user() {
    const { user } = await this.expect(identityRoutes.getUser, { params: { userId: this.userId } });
    return user;
  }

  async photos(section: 'testing' | 'profile' | 'bank' | 'rated' | 'unrated') {
    const { photos } = await this.expect(photosRoutes.listPhotos, { params: { section, userId: this.userId } });
    return photos;
  }

  async uploadForm(files: { bytes: Uint8Array; name: string }[], section = 'testing'): Promise<FormData> {
    const form = new FormData();
    form.set('userId', this.userId);
    form.set('section', section);
    if (section === 'testing') {
      const { data } = await this.expect(assessmentsRoutes.fetchComments);
      const all = data.flatMap((part) => part.quality.map((phrase) => [part.id, phrase.phraseId]));
      for (const name of ['ratingRequired', 'commentsRequired', 'commentsNegative']) form.set(name, 'true');
      form.set('testLimit', '4');
      form.set('minComments', '1');
      form.set('commentsSelected', JSON.stringify(all));
    }
    for (const file of files) form.append('photos', new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name);
    return form;
  }
}

/** @throws if the answer does not have the route's status */
export function insist<R extends Route>(route: R, { status, body }: Answer<R>): z.output<R['answer']> {
  if (status !== route.status) throw new Error(`${route.id} answered ${status}: ${JSON.stringify(body)}`);
  return route.answer.parse(body) as z.output<R['answer']>;
}

/** Returns a submission that rates all photos, with two comments per photo. */
export async function submissionFor(assessor: Person, owner: UserId, score: number) {
  const { data } = await assessor.expect(photosRoutes.openTest, {
    params: { userId: owner },
    query: { currentUserId: assessor.userId },
  });
  const catalogue = await assessor.expect(assessmentsRoutes.fetchComments);
  const phrases = catalogue.data
    .flatMap((part) => part.quality.map((phrase) => ({ part: part.id, ...phrase })))
    .filter((phrase) => phrase.isScale && phrase.isHalf === null && !phrase.doubleNeg)
    .slice(0, 2);
  const comments = phrases.map((phrase) => [phrase.part, phrase.phraseId, 15]);
  // Sorts the photos by id, because each assessor sees another order. Each photo gets one point more than the previous.
  const photos = (data[0]?.photos ?? []).toSorted((one, other) => (one._id < other._id ? -1 : 1));
  const ratings = photos.map((photo, index) => ({ photoId: photo._id, rating: score + index, comments }));
  return { userId: owner, raterId: assessor.userId, ratings };
}
