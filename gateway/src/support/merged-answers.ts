import {
  type AuditEntry,
  type ListedDeadLetter,
  listTimelineRpc,
  ROUTES,
  type Rpc,
  SERVICE_KINDS,
  STATUS_OF_CODE,
  type SupportActEntry,
  SupportActPlace,
  type TimelineStep,
  type ToldStep,
  type TransferTrace,
  UserId,
} from '@candid/contracts';
import { RemoteError } from '@candid/platform';
import { z } from 'zod';
import { RefusalError } from '../kernel/refusals.js';
import type { ServiceCall } from '../kernel/services.js';

/** Options for services whose answer is optional: the call does not wait for an unavailable service. */
const BRIEFLY = { timeoutMs: 4_000, patienceMs: 0 } as const;

/** If a service does not answer, its part is missing. */
export async function ofEach<Name extends string, Request extends z.ZodType, Reply extends z.ZodType, Item>(
  services: readonly Name[],
  call: ServiceCall,
  rpcOf: (service: Name) => Rpc<Request, Reply>,
  request: z.input<Request>,
  itemsOf: (reply: z.output<Reply>) => Item[],
): Promise<Item[]> {
  const told = services.map((service) =>
    call(rpcOf(service), request, BRIEFLY).then(itemsOf, (error: unknown) => {
      if (isAway(error)) return [];
      throw error;
    }),
  );
  return (await Promise.all(told)).flat();
}

export const isAway = (error: unknown): boolean => error instanceof RemoteError && error.code === 'UNAVAILABLE';

const LetterPlace = z.object({ failedAt: z.iso.datetime(), letterId: z.string().regex(/^[\x21-\x7e]{1,400}$/) });

type LetterPlace = z.output<typeof LetterPlace>;

/** All times have the same format, so that cursors can be compared as texts. */
function newestOf<Item>(told: readonly Item[], limit: number, placeOf: (item: Item) => string) {
  const page = told.toSorted((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1)).slice(0, limit);
  const last = page.at(-1);
  const nextCursor = last && told.length > limit ? Buffer.from(placeOf(last)).toString('base64url') : null;
  return { page, nextCursor };
}

export function auditPage(told: readonly SupportActEntry[], limit: number) {
  const { page, nextCursor } = newestOf(told, limit, ({ at, entryId }) => `${at} ${entryId}`);
  return { entries: page.map(entryOf), nextCursor };
}

/** @throws RefusalError `VALIDATION_FAILED` unless `auditPage` made the cursor */
export function auditPlaceOf(cursor: string): SupportActPlace {
  const [at, entryId] = partsOf(cursor);
  return placeIn(SupportActPlace, { at, entryId });
}

export function newestLetters(letters: readonly ListedDeadLetter[], limit: number) {
  const { page, nextCursor } = newestOf(letters, limit, ({ failedAt, letterId }) => `${failedAt} ${letterId}`);
  return { letters: page, nextCursor };
}

/** @throws RefusalError `VALIDATION_FAILED` unless `newestLetters` made the cursor */
export function placeOf(cursor: string): LetterPlace {
  const [failedAt, letterId] = partsOf(cursor);
  return placeIn(LetterPlace, { failedAt, letterId });
}

function partsOf(cursor: string): [string | undefined, string] {
  const [time, ...id] = Buffer.from(cursor, 'base64url').toString().split(' ');
  return [time, id.join(' ')];
}

function placeIn<Place extends z.ZodType>(schema: Place, parts: object): z.output<Place> {
  const place = schema.safeParse(parts);
  if (place.success) return place.data;
  const message = 'This is not a cursor of this list.';
  throw new RefusalError('VALIDATION_FAILED', message, [{ field: 'cursor', message }]);
}

const entryOf = ({
  at,
  lastAt,
  actorId,
  outcome,
  ...entry
}: SupportActEntry): Omit<z.output<typeof AuditEntry>, 'name'> => ({
  ...entry,
  userId: actorId,
  at: new Date(at).toISOString(),
  lastAt: new Date(lastAt).toISOString(),
  outcome: outcome && { status: outcome.status ?? statusOf(entry.call, outcome.code), code: outcome.code },
});

const statusOf = (call: string, code: string | null): number =>
  code === null
    ? (ROUTES.find(({ id }) => id === call)?.status ?? 200)
    : (STATUS_OF_CODE[code as keyof typeof STATUS_OF_CODE] ?? STATUS_OF_CODE.INTERNAL);

const STEPS_MAX = 200;
const REQUESTS_MAX = 20;

const ORDER = ['request', 'command', 'event', 'transfer', 'mail'] as const;

export async function timelineOf(
  call: ServiceCall,
  requestIds: readonly string[],
  further: readonly ToldStep[] = [],
): Promise<TimelineStep[]> {
  if (requestIds.length === 0) return [];
  const request = { requestIds: requestIds.slice(0, REQUESTS_MAX), limit: STEPS_MAX };
  const steps = await ofEach(SERVICE_KINDS, call, listTimelineRpc, request, (told) => told.steps);
  return inOrder([...steps, ...further]);
}

/** Returns each step once, each request before its effects. */
export function inOrder(steps: readonly ToldStep[]): TimelineStep[] {
  const once = new Map(steps.toReversed().map((step) => [`${step.kind} ${step.id}`, step]));
  const sorted = [...once.values()].sort(byTime);
  return [...requestsOf(sorted), ...commandsOf(sorted), ...sorted.filter(({ kind }) => kind !== 'request')]
    .sort(byTime)
    .map(shownOf);
}

function shownOf({ requestId: _request, route: _route, command: _command, causeEventId: _cause, ...step }: ToldStep) {
  return step;
}

/** A request that no service has recorded gets its title from its first event. */
function requestsOf(steps: readonly ToldStep[]): ToldStep[] {
  const known = steps.filter(({ kind }) => kind === 'request').map(named);
  const recorded = new Set(known.map(({ requestId }) => requestId));
  const firsts = new Map<string, ToldStep>();
  for (const step of steps) {
    if (step.kind !== 'event' || recorded.has(step.requestId) || firsts.has(step.requestId)) continue;
    const request: ToldStep = { ...step, kind: 'request', id: step.requestId, detail: null };
    firsts.set(step.requestId, step.route ? named({ ...request, title: step.route }) : request);
  }
  return [...known, ...firsts.values()];
}

/** Returns each command once per cause: an event or a request. Events of earlier versions do not name a command. */
function commandsOf(steps: readonly ToldStep[]): ToldStep[] {
  const commands = new Map<string, ToldStep>();
  for (const { command, ...step } of steps) {
    if (step.kind !== 'event' || !command) continue;
    const id = `${command} ${step.causeEventId ?? step.requestId}`;
    if (!commands.has(id)) commands.set(id, { ...step, kind: 'command', title: command, id, detail: null });
  }
  return [...commands.values()];
}

function named(step: ToldStep): ToldStep {
  const title = callOf(step.title);
  return title === undefined ? step : { ...step, service: 'gateway', title, state: stateOf(step) };
}

/** A service sends `ok` or the code of its refusal. The gateway adds the HTTP status. */
function stateOf({ title, state }: ToldStep): string | null {
  if (state === null || /^\d/.test(state)) return state;
  if (state === 'ok') return String(statusOf(title, null));
  return `${statusOf(title, state)} ${state}`;
}

export function callOf(routeId: string): string | undefined {
  const route = ROUTES.find(({ id }) => id === routeId);
  return route && `${route.method} ${route.path}`;
}

const byTime = (one: ToldStep, other: ToldStep): number =>
  one.at.localeCompare(other.at) || ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind);

const USER = 'user:';

/** Takes the transfer's events from the ledger's answer, because the index by request may still lack them. */
export function ownSteps({ transfer, entries, correlatedEvents, correlatedRequests }: z.infer<typeof TransferTrace>) {
  const actors = new Map(correlatedRequests.map(({ requestId, actor }) => [requestId, actor]));
  const account = entries.map((entry) => entry.account).find((name) => name.startsWith(USER));
  const events = correlatedEvents.map(
    (event): ToldStep => ({
      at: event.at,
      kind: 'event',
      service: event.service,
      title: event.type,
      id: event.eventId,
      userId: userIdOf(actors.get(event.correlationId)),
      detail: event.streamId,
      state: null,
      requestId: event.correlationId,
      command: event.command,
      route: event.route,
      causeEventId: event.causeEventId,
    }),
  );
  const own: ToldStep = {
    at: transfer.recordedAt,
    kind: 'transfer',
    service: 'tokens',
    title: transfer.code,
    id: transfer.transferId,
    userId: userIdOf(account?.slice(USER.length)),
    detail: `${transfer.amount}`,
    state: transfer.status,
    requestId: transfer.correlationId,
  };
  return [...events, own];
}

const userIdOf = (text: string | null | undefined): UserId | null => UserId.safeParse(text).data ?? null;
