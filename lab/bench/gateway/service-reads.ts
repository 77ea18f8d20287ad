import { type EventStore, sessionOfClient } from '@candid/event-store';
import { built } from '../built-file.js';
import { recordedSelects, type Select } from './recorded-selects.js';

type Class<Instance> = new (...dependencies: unknown[]) => Instance;

/** Imports the query class `name` from a file of a built service. */
async function queryOf<Instance>(service: string, file: string, name: string): Promise<Class<Instance>> {
  return (await built<Record<string, Class<Instance>>>(`services/${service}`, file))[name]!;
}

/** The statements that one hop sends to one database. */
export interface Hop {
  databaseUrl: string;
  selects: Select[];
}

export interface ReadSubject {
  /** Database addresses of the services. */
  urls: Record<string, string>;
  userId: string;
}

async function hopOf(
  { urls }: ReadSubject,
  service: string,
  read: (store: EventStore) => Promise<unknown>,
): Promise<Hop> {
  const databaseUrl = urls[service]!;
  return { databaseUrl, selects: await recordedSelects(databaseUrl, read) };
}

export async function accountHop(subject: ReadSubject): Promise<Hop> {
  const AccountQuery = await queryOf<{ view(userId: string): Promise<unknown> }>(
    'identity',
    'account/read-model',
    'AccountQuery',
  );
  return hopOf(subject, 'identity', ({ pool }) => new AccountQuery(sessionOfClient(pool)).view(subject.userId));
}

export async function balanceHop(subject: ReadSubject): Promise<Hop> {
  const BalanceQuery = await queryOf<{ of(userId: string): Promise<unknown> }>(
    'tokens',
    'ledger/read-model',
    'BalanceQuery',
  );
  return hopOf(subject, 'tokens', ({ pool }) => new BalanceQuery(sessionOfClient(pool)).of(subject.userId));
}

export async function photosHop(subject: ReadSubject, section: string): Promise<Hop> {
  const PhotoQuery = await queryOf<{ listSection(request: { userId: string; section: string }): Promise<unknown> }>(
    'photos',
    'listing/photos',
    'PhotoQuery',
  );
  const { userId } = subject;
  const links = { storedPhoto: (view: object) => view };
  return hopOf(subject, 'photos', ({ pool }) =>
    new PhotoQuery(sessionOfClient(pool), links).listSection({ userId, section }),
  );
}

interface Scores {
  byPhotoIds(photoIds: string[]): Promise<unknown>;
  askedOf(photoIds: string[]): Promise<unknown>;
}

async function scoresOf(store: EventStore): Promise<Scores> {
  const AdjustedScoresQuery = await queryOf('assessments', 'scoring/adjusted-scores.query', 'AdjustedScoresQuery');
  const PhotoScoresQuery = await queryOf<Scores>('assessments', 'results/read-model', 'PhotoScoresQuery');
  const database = sessionOfClient(store.pool);
  return new PhotoScoresQuery(database, new AdjustedScoresQuery(database));
}

export function scoresHop(subject: ReadSubject, photoIds: string[]): Promise<Hop> {
  return hopOf(subject, 'assessments', async (store) => (await scoresOf(store)).byPhotoIds(photoIds));
}

interface Showings {
  current(assessorId: string, now: Date): Promise<unknown>;
  dueFor(assessorId: string): Promise<unknown>;
}

interface Feed {
  page(assessor: object, now: Date): Promise<{ entries: { photoIds: string[] }[] }>;
}

export async function feedHop(subject: ReadSubject): Promise<Hop> {
  const FeedQuery = await queryOf<Feed>('assessments', 'feed/feed.query', 'FeedQuery');
  const GoldShowings = await queryOf<Showings>('assessments', 'assessor-quality/gold-showings', 'GoldShowings');
  const assessor = { userId: subject.userId, countries: [], isDescribed: false };
  return hopOf(subject, 'assessments', async (store) => {
    const { entries } = await new FeedQuery(store).page(assessor, new Date());
    await (await scoresOf(store)).askedOf(entries.flatMap(({ photoIds }) => photoIds));
    await new GoldShowings(store).current(subject.userId, new Date());
    await new GoldShowings(store).dueFor(subject.userId);
  });
}
