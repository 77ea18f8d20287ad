import { randomUUID } from 'node:crypto';
import { isForStaff, Refusal, type Route } from '@candid/contracts';
import { Person } from '@candid/testing';
import type { Provocation, Refused, RouteCase } from './case.js';
import { faultOfRefusal, type Received, type Sent, send } from './wire.js';
import { COLUMNS, type Column, type World } from './world.js';

const MAY_NOT = { code: 'FORBIDDEN', message: 'You may not do this.' } as const;
const NOT_ASSESSOR = { code: 'FORBIDDEN', message: 'Only approved assessors may assess photos.' } as const;
const NOBODY = { code: 'UNAUTHENTICATED', message: 'Please log in.' } as const;
const TOO_MANY = { code: 'RATE_LIMITED', message: 'That was a lot of tries. Please wait a little.' } as const;
const REUSED = {
  code: 'IDEMPOTENCY_KEY_REUSED',
  message: 'This idempotency key was used for another request.',
} as const;
const BAD_KEY = { code: 'VALIDATION_FAILED', message: 'Idempotency-Key takes 1 to 128 printable characters.' } as const;

const STATUS: Partial<Record<string, number>> = {
  VALIDATION_FAILED: 400,
  SIGNUP_CODE_INVALID: 400,
  RESET_TOKEN_INVALID: 400,
  UNSUBSCRIBE_TOKEN_INVALID: 400,
  UNAUTHENTICATED: 401,
  SECOND_FACTOR_REQUIRED: 401,
  SECOND_FACTOR_INVALID: 401,
  INSUFFICIENT_TOKENS: 402,
  FORBIDDEN: 403,
  PASSKEY_INCORRECT: 403,
  ASSESSOR_PAUSED: 403,
  PAYMENTS_DISABLED: 403,
  ACCOUNT_SUSPENDED: 403,
  NOT_FOUND: 404,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA: 415,
  APPEAL_EXPIRED: 410,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
};
/** Returns the HTTP status of a refusal: 409, unless `STATUS` lists another one for the code. */
const statusOf = (code: string): number => STATUS[code] ?? 409;

const CALLERS = {
  anyone: 'anonymous',
  user: 'owner',
  assessor: 'an assessor without a slot',
  support: 'support',
  moderator: 'moderator',
  evidence: 'evidence',
} as const;

export class Tally {
  calls = 0;
  cases = 0;
  failed = 0;
}

/** Tries a call as every column, provokes every refusal of its case and checks its idempotency. @returns the faults */
export async function tryCall(route: Route, routeCase: RouteCase, world: World, tally: Tally): Promise<string[]> {
  const run = new CallRun(route, routeCase, world, tally);
  tally.calls += 1;
  await run.columns();
  await run.foreignThings();
  for (const provocation of routeCase.refusals ?? []) await run.provoke(provocation);
  const isFlooded = route.refusals.includes('RATE_LIMITED') && !routeCase.elsewhere?.RATE_LIMITED;
  if (isFlooded && !run.provoked.has('RATE_LIMITED')) await run.flood();
  const silent = route.refusals.filter((code) => !run.provoked.has(code) && !routeCase.elsewhere?.[code]);
  for (const code of silent) run.fail(`names ${code}, which no case provokes`);
  return run.faults;
}

class CallRun {
  readonly faults: string[] = [];
  readonly provoked = new Set<string>();
  private readonly caller: Column;

  constructor(
    private readonly route: Route,
    private readonly routeCase: RouteCase,
    private readonly world: World,
    private readonly tally: Tally,
  ) {
    this.caller = routeCase.caller ?? CALLERS[route.audience];
  }

  fail(fault: string): void {
    this.tally.failed += 1;
    this.faults.push(fault);
  }

  /** Refused callers are tried first: if one of their requests had an effect, the allowed caller's request would fail. */
  async columns(): Promise<void> {
    const actor = await this.actor();
    const others = COLUMNS.filter((column) => column !== this.caller && this.isTried(column));
    const sent = this.route.audience === 'anyone' ? undefined : await this.routeCase.request(this.world, actor);
    for (const column of others) {
      const expected = this.expectedOf(column);
      const who = this.world.person(column);
      const request = expected === 'answered' || !sent ? await this.routeCase.request(this.world, who) : sent;
      const received = await this.send(column === 'anonymous' ? withoutToken(request) : request, who);
      if (expected === 'answered') await this.expectAnswer(column, received, who);
      else this.expectRefusal(column, received, expected);
    }
    await this.callersOwn(sent ?? (await this.routeCase.request(this.world, actor)), actor);
  }

  /** Lets a stranger send a request with the stranger's user id, but the id of another person's thing. */
  async foreignThings(): Promise<void> {
    const { callerFields, ownedFields } = this.route;
    if (!ownedFields?.length || !callerFields?.length) return;
    const sent = await this.routeCase.request(this.world, await this.actor());
    const stranger = this.world.other;
    const received = await this.send(withIds(sent, callerFields, stranger.userId), stranger);
    this.expectRefusal("somebody else's thing", received, this.foreign());
  }

  async provoke({ by, details = [], ...expected }: Provocation): Promise<void> {
    const { who, sent, address } = await by(this.world);
    const received = await this.send(sent, who, address);
    this.expectRefusal(`provoked ${expected.code}`, received, expected);
    const told = JSON.stringify((received.body as { details?: unknown } | undefined)?.details ?? []);
    for (const { field, message } of details) {
      const isTold = told.includes(JSON.stringify({ field, message }));
      if (!isTold) this.fail(`does not say "${message}" of ${field}, but ${told}`);
    }
  }

  /**
   * Sends invalid requests from a separate network address until the rate limit refuses one. While Redis answers late,
   * the gateway counts in memory: the counts in Redis and in memory together can admit twice the limit.
   */
  async flood(): Promise<void> {
    const nobody = new Person(this.world.system);
    const params = this.route.params ? { params: { token: 'none' } } : {};
    const empty: Sent = this.route.method === 'GET' ? params : { ...params, body: {} };
    for (let round = 0; round < 24; round += 1) {
      const answers = await Promise.all(Array.from({ length: 40 }, () => this.send(empty, nobody)));
      const refused = answers.find((answer) => answer.status === 429);
      if (refused) return this.expectRefusal('too many tries', refused, TOO_MANY);
    }
    this.fail('is never refused for too many tries');
  }

  /** Makes the call that succeeds, then checks the promises of its idempotency key. */
  private async callersOwn(sent: Sent, actor: Person): Promise<void> {
    const isCommand = this.route.method !== 'GET' && !this.routeCase.isSigned;
    for (const key of isCommand ? ['k'.repeat(129), 'schlüssel', ''] : []) {
      const received = await this.send(withKey(sent, Buffer.from(key).toString('latin1')), actor);
      this.expectRefusal(`the key ${key.slice(0, 12)}…`, received, BAD_KEY);
    }
    const key = randomUUID();
    const first = await this.send(isCommand ? withKey(sent, key) : sent, actor);
    await this.expectAnswer(this.caller, first, actor);
    if (!isCommand) return;
    const again = await this.send(withKey(sent, key), actor);
    this.tally.cases += 1;
    const [before, after] = [stableOf(first), stableOf(again)];
    if (before !== after) this.fail(`under the same key answers ${after} after ${before}`);
    this.expectRefusal('the same key for another body', await this.send(withKey(changed(sent), key), actor), REUSED);
  }

  /** Calls that are not for staff skip the column `evidence`, because other columns already try them as staff. */
  private isTried(column: Column): boolean {
    return column !== 'evidence' || isForStaff(this.route.audience);
  }

  private expectedOf(column: Column): Refused | 'answered' {
    const { audience, callerFields } = this.route;
    const declared = this.routeCase.columns?.[column];
    if (declared) return declared;
    if (audience === 'anyone') return 'answered';
    if (column === 'anonymous') return NOBODY;
    if (isForStaff(audience)) return MAY_NOT;
    if (callerFields?.length) return MAY_NOT;
    if (audience === 'assessor') return column === 'an assessor without a slot' ? 'answered' : NOT_ASSESSOR;
    return this.route.ownedFields?.length ? this.foreign() : 'answered';
  }

  private foreign(): Refused {
    return { code: 'NOT_FOUND', message: this.routeCase.notFound ?? 'There is no such photo.' };
  }

  private async actor(): Promise<Person> {
    return this.routeCase.actor ? this.routeCase.actor(this.world) : this.world.person(this.caller);
  }

  private send(sent: Sent, who: Person, address = who.address): Promise<Received> {
    return send(this.route, sent, { baseUrl: this.world.system.baseUrl, token: sent.token ?? who.token, address });
  }

  private expectRefusal(name: string, received: Received, { code, message, status = statusOf(code) }: Refused): void {
    this.tally.cases += 1;
    const told = Refusal.safeParse(received.body).data;
    const fault = faultOfRefusal(received);
    const fits = typeof message === 'string' ? told?.message === message : message.test(told?.message ?? '');
    if (fault) this.fail(`${name}: ${received.status}, and its refusal ${fault}`);
    else if (received.status === status && told?.code === code && fits) this.provoked.add(code);
    else
      this.fail(
        `${name}: ${received.status} ${told?.code} "${told?.message}" instead of ${status} ${code} "${message}"`,
      );
  }

  private async expectAnswer(name: string, received: Received, who: Person): Promise<void> {
    this.tally.cases += 1;
    if (received.status !== this.route.status) {
      return this.fail(`${name}: ${received.status} ${received.text.slice(0, 300)} instead of ${this.route.status}`);
    }
    if (received.headers.get('x-request-id') !== received.requestId) this.fail(`${name}: another request id`);
    const isJson = received.headers.get('content-type')?.includes('json');
    const answer = this.route.answer.safeParse(isJson ? received.body : received.text);
    if (!answer.success) return this.fail(`${name}: the answer is not the contract's: ${answer.error.message}`);
    try {
      await this.routeCase.check?.(received, this.world, who);
    } catch (error) {
      this.fail(`${name}: ${String(error instanceof Error ? error.message : error)}`);
    }
  }
}

/** Returns the request without its own token. The sender's token is not sent either. */
const withoutToken = (sent: Sent): Sent => ({ ...sent, token: '' });

const withKey = (sent: Sent, key: string): Sent => ({ ...sent, headers: { ...sent.headers, 'idempotency-key': key } });

/** Returns the request with an added field, which the call ignores but which changes the fingerprint. */
function changed(sent: Sent): Sent {
  if (typeof sent.body === 'string') return { ...sent, body: `${sent.body} ` };
  if (!sent.form) return { ...sent, body: { ...(sent.body as object | undefined), other: 1 } };
  const form = new FormData();
  for (const [name, value] of sent.form) form.append(name, value);
  form.append('other', '1');
  return { ...sent, form };
}

function withIds(sent: Sent, fields: readonly string[], userId: string): Sent {
  const copy: Record<string, unknown> = { ...sent };
  for (const field of fields) {
    const [place, name] = field.split('.') as [string, string];
    if (copy[place]) copy[place] = { ...(copy[place] as object), [name]: userId };
  }
  return copy as Sent;
}

function stableOf({ status, body, text }: Received): string {
  const volatile = new Set(['token', 'assessorToken', 'path', 'renditions', 'requestId']);
  return `${status} ${body === undefined ? text : JSON.stringify(body, (name, value) => (volatile.has(name) ? undefined : value))}`;
}
