import type { RecordedEvent, SqlSession } from '@candid/event-store';

type Reaction<Data> = (data: Data, session: SqlSession) => Promise<unknown>;

export type Reactions<Event extends { type: string; data: object }> = {
  readonly [Type in Event['type']]?: Reaction<Extract<Event, { type: Type }>['data']>;
};

export async function react(
  reactions: Readonly<Record<string, Reaction<never> | undefined>>,
  { type, data }: RecordedEvent,
  session: SqlSession,
): Promise<void> {
  await reactions[type]?.(data as never, session);
}
