import { listTimelineRpc, ROUTES, type TimelineStep, type ToldStep } from '@candid/contracts';
import type { ServiceCall } from '../services/services.js';
import { ofEach, SERVICES } from './every-service.js';
import { statusOf } from './merged-pages.js';

const STEPS_MAX = 200;
const REQUESTS_MAX = 20;
/** Of what happened in the same moment. */
const ORDER = ['request', 'command', 'event', 'transfer', 'mail'] as const;

/** What became of these requests in every service, in order of time; `further` is what the asker knows already. */
export async function timelineOf(
  call: ServiceCall,
  requestIds: readonly string[],
  further: readonly ToldStep[] = [],
): Promise<TimelineStep[]> {
  if (requestIds.length === 0) return [];
  const request = { requestIds: requestIds.slice(0, REQUESTS_MAX), limit: STEPS_MAX };
  const steps = await ofEach(SERVICES, call, listTimelineRpc, request, (told) => told.steps);
  return inOrder([...steps, ...further]);
}

/** Each step once, every request at the head of what came of it. */
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

/**
 * What is on record of a call by support; of anybody else's request the first event tells which call it was. Where that was not
 * kept, or no person has asked, the event is all that is known.
 */
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

/** What made the events, once for each request or event that it did so for; unknown for events of earlier versions. */
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

/** A service tells `ok` or the code of its refusal; the status is the gateway's. */
function stateOf({ title, state }: ToldStep): string | null {
  if (state === null || /^\d/.test(state)) return state;
  if (state === 'ok') return String(statusOf(title, null));
  return `${statusOf(title, state)} ${state}`;
}

/** Method and path of a route by its id. */
export function callOf(routeId: string): string | undefined {
  const route = ROUTES.find(({ id }) => id === routeId);
  return route && `${route.method} ${route.path}`;
}

const byTime = (one: ToldStep, other: ToldStep): number =>
  one.at.localeCompare(other.at) || ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind);
