/** Something a person has done that the server does not know of yet. */
export interface OutboxEntry<Content = unknown> {
  /** Goes with every try, so that the server does it once. */
  readonly idempotencyKey: string;
  /** Only this person's session sends it, and only this person sees it. */
  readonly userId: string;
  readonly content: Content;
  /** ISO 8601. */
  readonly savedAt: string;
  /** Set once the server has refused it for good: it then waits to be read, not to be sent. */
  readonly refusal?: Refused;
}

export interface Refused {
  readonly code: string;
  readonly message: string;
}

/** No answer came; the server answered that it cannot take it now; or it is another person's session by now. */
export type WaitReason = 'connection' | 'server' | 'session';

/** What became of one try. */
export type Delivery<Answer> =
  | { readonly outcome: 'accepted'; readonly answer: Answer | null }
  | { readonly outcome: 'refused'; readonly error: unknown }
  | { readonly outcome: 'waiting'; readonly reason: WaitReason };
