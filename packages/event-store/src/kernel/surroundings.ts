import { AsyncLocalStorage } from 'node:async_hooks';

export interface Cause {
  /** Id of the first request. Everything that the request causes shares it. */
  correlationId?: string | undefined;
  /** W3C trace context of the span that caused the work. */
  traceparent?: string | undefined;
  actor?: string | undefined;
}

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** Contains ids, names of things and numbers: no personal data, no addresses, no bodies. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanSettings {
  kind?: SpanKind;
  /** W3C trace context of the parent span. Default: the current span. Without one, a new trace begins. */
  parent?: string | undefined;
  /** Called only if the span is recorded. */
  attributes?: () => SpanAttributes;
}

export interface OpenSpan {
  /** The trace context for work that continues this trace. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** @param type a class or code of the error, never its text */
  fail(type: string): void;
}

/** The context of this package's work. The process provides it, because it knows the cause of the work and whether the work is traced. */
export interface Surroundings {
  /** Returns the cause of the current work. */
  cause(): Cause;
  /** Runs `work` as an effect of `cause`. */
  following<Result>(cause: Cause, work: () => Result): Result;
  /** Runs `work` in a span, or without a span if nothing is traced. */
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

/** Call it once per process, before anything is appended. */
export function surroundWith(surroundings: Surroundings): void {
  current = surroundings;
}

export const surroundings = (): Surroundings => current;

/** A service, a worker or the gateway. A process runs one of them, or all of them side by side. */
export interface Part {
  readonly name: string;
}

const storage = new AsyncLocalStorage<Part>();

/** Owns the variables of code that runs outside any part, such as an operator's command. */
const outside: Part = { name: 'outside' };

/** Runs `work` as `part`. Everything that it starts belongs to the part: timers, connections and what they receive. */
export const runAsPart = <Result>(part: Part, work: () => Result): Result => storage.run(part, work);

export const currentPart = (): Part => storage.getStore() ?? outside;

/** A variable that has a value of its own in each part of the process. */
export class PerPart<Value> {
  readonly #values = new WeakMap<Part, { value: Value }>();

  constructor(private readonly initial: () => Value) {}

  get value(): Value {
    return this.#holder().value;
  }

  set value(value: Value) {
    this.#holder().value = value;
  }

  #holder(): { value: Value } {
    const part = currentPart();
    let holder = this.#values.get(part);
    if (!holder) {
      holder = { value: this.initial() };
      this.#values.set(part, holder);
    }
    return holder;
  }
}
