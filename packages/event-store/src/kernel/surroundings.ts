import { AsyncLocalStorage } from 'node:async_hooks';

export interface Cause {
  /** Id of the first request. Everything that the request causes has this id. */
  correlationId?: string | undefined;
  /** W3C trace context. */
  traceparent?: string | undefined;
  actor?: string | undefined;
}

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** Ids, technical names and numbers; no personal data, addresses or bodies. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanSettings {
  kind?: SpanKind;
  /** W3C trace context. Default: the current span; if there is none, a new trace. */
  parent?: string | undefined;
  /** Called only if the span is recorded. */
  attributes?: () => SpanAttributes;
}

export interface OpenSpan {
  /** Trace context for work that continues this trace. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. `type` is the error's class or code, never its text. */
  fail(type: string): void;
}

/** Provided by the process, which knows the cause of this package's work and whether the work is traced. */
export interface Surroundings {
  cause(): Cause;
  following<Result>(cause: Cause, work: () => Result): Result;
  /** Calls `work` without a span if nothing is traced. */
  inSpan<Result>(
    name: string,
    settings: SpanSettings,
    work: (span: OpenSpan | undefined) => Promise<Result>,
  ): Promise<Result>;
}

let current: Surroundings = {
  cause: () => ({}),
  following: (_cause, work) => work(),
  inSpan: (_name, _settings, work) => work(undefined),
};

/** Call this once per process, before anything is appended. */
export function surroundWith(surroundings: Surroundings): void {
  current = surroundings;
}

export const surroundings = (): Surroundings => current;

/** A service, a worker or the gateway. A process runs one of them, or all of them side by side. */
export interface Part {
  readonly name: string;
}

const storage = new AsyncLocalStorage<Part>();

/** Code outside all other parts, such as an operator's command, belongs to this part. */
const outside: Part = { name: 'outside' };

/** Everything that `work` starts belongs to the part: timers, connections and received messages. */
export const runAsPart = <Result>(part: Part, work: () => Result): Result => storage.run(part, work);

export const currentPart = (): Part => storage.getStore() ?? outside;

/** A variable with a value for each part of the process. */
export class PerPart<Value> {
  readonly #values = new WeakMap<Part, Value>();

  constructor(private readonly initial: () => Value) {}

  get value(): Value {
    const part = currentPart();
    if (!this.#values.has(part)) this.#values.set(part, this.initial());
    return this.#values.get(part)!;
  }

  set value(value: Value) {
    this.#values.set(currentPart(), value);
  }
}
