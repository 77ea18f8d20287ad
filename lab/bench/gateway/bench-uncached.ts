import { photosRoutes } from '@candid/contracts';
import { environmentsOf, eventually, Person, type RunningSystem, twoPhonePictures } from '@candid/testing';
import { rowsOf } from '../append/bench-database.js';
import type { BenchRow, Measuring } from '../row.js';
import { interleaved, type Load } from './load.js';
import { accountHop, balanceHop, feedHop, type Hop, photosHop, type ReadSubject, scoresHop } from './service-reads.js';
import { BareProcesses } from './start-bare.js';

const PHOTOS = 7;
const OWNERS_IN_FEED = 20;

interface Case {
  path: string;
  /** Load whose URL is relative to the system's base URL. */
  load: Load;
  /** Groups of hops. The server makes the hops of a group concurrently, and one group after another. */
  hops: Hop[][];
}

/**
 * Measures reads that the gateway's cache does not answer. The floor is a bare Fastify that makes the same hops to bare
 * responders, which send the same prepared selects without a framework and answer with the rows.
 */
export async function* benchUncached(system: RunningSystem, natsUrl: string): Measuring {
  yield `uploading the photos of ${OWNERS_IN_FEED} people`;
  const owner = await assessedOwner(system);
  const assessor = await Person.approvedAssessor(system);
  for (let owners = 1; owners < OWNERS_IN_FEED; owners += 1) await assessedOwner(system);
  const environments = await environmentsOf(system);
  const urls = Object.fromEntries(
    Object.entries(environments).map(([part, { DATABASE_URL }]) => [part, DATABASE_URL!]),
  );
  await multiplyPhotos(urls, owner.userId);
  const ofOwner: ReadSubject = { urls, userId: owner.userId };
  const listed = await owner.expect(photosRoutes.listPhotos, { params: { section: 'testing', userId: owner.userId } });
  const photoIds = listed.photos.map(({ _id }) => _id as string);
  const balanceRequest = { method: 'POST' as const, body: JSON.stringify({ userId: owner.userId }) };
  const cases: Case[] = [
    {
      path: 'GET /api/get-user, not cached',
      load: { url: `/api/get-user/${owner.userId}?cached=no`, headers: headersOf(owner) },
      hops: [[await accountHop(ofOwner), await balanceHop(ofOwner)]],
    },
    {
      path: `list of ${photoIds.length} photos`,
      load: { url: `/api/cameraroll-photos-testing/${owner.userId}`, headers: headersOf(owner) },
      hops: [[await photosHop(ofOwner, 'testing')], [await scoresHop(ofOwner, photoIds)]],
    },
    {
      path: `page of the feed, ${OWNERS_IN_FEED} people`,
      load: { url: `/api/get-image/public`, headers: headersOf(assessor) },
      hops: [[await feedHop({ urls, userId: assessor.userId })]],
    },
    {
      path: 'balance (POST /api/update-tokens)',
      load: { url: '/api/update-tokens', headers: headersOf(owner), requests: [balanceRequest] },
      hops: [[await balanceHop(ofOwner)]],
    },
  ];
  for (const one of cases) {
    yield one.path;
    yield await rowOf(one, system.baseUrl, natsUrl);
  }
}

async function rowOf({ path, load, hops }: Case, baseUrl: string, natsUrl: string): Promise<BenchRow> {
  const bare = new BareProcesses();
  try {
    const figure: Load = { ...load, url: baseUrl + load.url };
    const [request] = load.requests ?? [{}];
    const body = await (
      await fetch(figure.url!, { ...request, headers: load.headers as Record<string, string> })
    ).text();
    let responders = 0;
    const groups: string[][] = [];
    for (const group of hops) {
      const subjects = group.map(() => `bare.select.${responders++}`);
      for (const [index, { databaseUrl, selects }] of group.entries())
        await bare.start('selector', { natsUrl, databaseUrl, selects, subject: subjects[index]! });
      groups.push(subjects);
    }
    const floorUrl = `${await bare.start('server', { natsUrl, body, groups })}/hops`;
    const measured = await interleaved({ ...load, url: floorUrl }, figure);
    const ratio = measured.figure / measured.floor;
    return {
      ...{ path: `${path}, 64 connections`, floorName: 'bare Fastify, the same hops and selects', ...measured },
      ...{ unit: 'requests/s', ratio, target: '>= 0.45x', met: ratio >= 0.45 },
    };
  } finally {
    await bare.stop();
  }
}

const headersOf = ({ token }: Person) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

async function assessedOwner(system: RunningSystem): Promise<Person> {
  const owner = await Person.signedUp(system);
  await owner.expect(photosRoutes.uploadPhotos, { form: await owner.uploadForm(await twoPhonePictures()) });
  return owner;
}

/** Copies the rows of the owner's first photo until the owner has `PHOTOS` photos. */
async function multiplyPhotos(urls: Record<string, string>, userId: string): Promise<void> {
  const [photos, assessments] = [urls['photos']!, urls['assessments']!];
  const first = await eventually(async () => {
    const [row] = await rowsOf(photos, 'select photo_id from photo where user_id = $1 order by photo_id limit 1', [
      userId,
    ]);
    return row!['photo_id'] as string;
  });
  for (let copies = 2; copies < PHOTOS; copies += 1) {
    const photoId = crypto.randomUUID();
    for (const table of ['photo', 'photo_preview']) await copyRow(photos, table, first, photoId);
    await copyRow(assessments, 'photo_score', first, photoId);
  }
}

/** @throws Error if no row has the id `from` */
async function copyRow(url: string, table: string, from: string, to: string): Promise<void> {
  const copied = await rowsOf(
    url,
    `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('photo_id', $2::text, 'assessment_id', null))).* from ${table} t
      where photo_id = $1::uuid returning 1`,
    [from, to],
  );
  if (copied.length !== 1) throw new Error(`${table} has no photo ${from}`);
}
