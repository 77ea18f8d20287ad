import { AsyncLocalStorage } from 'node:async_hooks';

/** What a piece of work comes of. */
export interface Cause {
  /** Of the request with which it all began. */
  correlationId?: string | undefined;
  /** W3C trace context of the span that asked for it. */
  traceparent?: string | undefined;
  actor?: string | undefined;
}

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** Ids, names of things and numbers: no personal data, no addresses, no bodies. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanSettings {
  kind?: SpanKind;
  /** W3C trace context of what it comes of; by default the span at hand, and without one a trace begins. */
  parent?: string | undefined;
  /** Asked only where the span is recorded. */
  attributes?: () => SpanAttributes;
}

export interface OpenSpan {
  /** Under which whatever comes of it continues the trace. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** @param type a class or code of the error, never its text */
  fail(type: string): void;
}

/** What surrounds the work of this package: whoever runs the process knows what it comes of, and whether it is traced. */
export interface Surroundings {
  /** Of the work at hand. */
  cause(): Cause;
  /** Runs `work` as something that comes of `cause`. */
  following<Result>(cause: Cause, work: () => Result): Result;
  /** Runs `work` in a span, without one where nothing is traced. */
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

/** Once per process, before anything is appended. */
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
