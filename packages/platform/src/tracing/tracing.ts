import {
  type Cause,
  DomainError,
  type OpenSpan,
  PerPart,
  type SpanSettings,
  type Surroundings,
} from '@candid/event-store';
import { NotYetError } from '../jobs/processor.js';
import { RemoteError } from '../rpc/remote-error.js';
import { currentContext, runAsConsequence } from '../rpc/request-context.js';

export interface HeldSpan extends OpenSpan {
  readonly traceId: string;
  readonly spanId: string;
  run<Result>(work: () => Result): Result;
  end(): void;
}

export interface Tracing {
  open(name: string, settings: SpanSettings): HeldSpan;
  current(): HeldSpan | undefined;
  /** Exports the recorded spans within a bounded time. */
  close(): Promise<void>;
}

const tracing = new PerPart<Tracing | undefined>(() => undefined);

export function traceWith(next: Tracing | undefined): void {
  tracing.value = next;
}

/** Undefined if tracing is off: nothing is recorded then, and OpenTelemetry is not loaded. */
export const openSpan = (name: string, settings: SpanSettings): HeldSpan | undefined =>
  tracing.value?.open(name, settings);

export const currentSpan = (): HeldSpan | undefined => tracing.value?.current();

/** Runs `work` in a span. The span names an error of `work` by class or code, never by its text. */
export function inSpan<Result>(
  name: string,
  settings: SpanSettings,
  work: (span: OpenSpan | undefined) => Promise<Result>,
): Promise<Result> {
  const span = tracing.value?.open(name, settings);
  return span ? endedWith(span, work) : work(undefined);
}

async function endedWith<Result>(span: HeldSpan, work: (span: OpenSpan) => Promise<Result>): Promise<Result> {
  try {
    return await span.run(() => work(span));
  } catch (error) {
    const outcome = outcomeOf(error);
    if (isRefusal(error)) span.set({ outcome });
    else span.fail(outcome);
    throw error;
  } finally {
    span.end();
  }
}

/** True for refusals and for work that waits: neither is a failure. */
const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError ||
  error instanceof NotYetError ||
  (error instanceof RemoteError && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL');

function outcomeOf(error: unknown): string {
  if (!Error.isError(error)) return 'unknown';
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

/** Provides the event store with the cause of the current work. */
export const processSurroundings: Surroundings = {
  cause(): Cause {
    const context = currentContext();
    return {
      correlationId: context?.requestId,
      traceparent: currentSpan()?.traceparent ?? context?.traceparent,
    };
  },
  following: runAsConsequence,
  inSpan,
};
