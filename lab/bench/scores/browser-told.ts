import { setTimeout as delay } from 'node:timers/promises';
import { assessmentsRoutes, photosRoutes } from '@candid/contracts';
import { Person, type RunningSystem, SYSTEM_ENV, startSystem, submissionFor, twoPhonePictures } from '@candid/testing';

const OWNERS = 6;
const ASSESSORS = 4;
/** Groups of assessors that submit concurrently before the measurement, so that code is compiled as in normal use. */
const WARM_UP_GROUPS = 6;
/** Pause before each sample, because the service judges an assessor one second after each submission. */
const REST_MS = 1_500;

/**
 * Measures milliseconds from a submission over HTTP until the owner's browser receives the new score, one submission
 * at a time, after a warm-up. The time includes decision, commit, relay, aggregation job and live update.
 */
export async function browserSamples(): Promise<number[]> {
  const system = await startSystem({ env: SYSTEM_ENV, args: ['--processes'] });
  try {
    await Promise.all(Array.from({ length: WARM_UP_GROUPS }, () => submit(system, 0)));
    return await submit(system, REST_MS);
  } finally {
    await system.stop();
  }
}

/** Lets all assessors rate one owner after another, `restMs` after the previous score appears. @returns ms per score */
async function submit(system: RunningSystem, restMs: number): Promise<number[]> {
  const pictures = await twoPhonePictures();
  const assessors = await Promise.all(Array.from({ length: ASSESSORS }, () => Person.approvedAssessor(system)));
  const samples: number[] = [];
  for (let turn = 0; turn < OWNERS; turn += 1) {
    const owner = await Person.signedUp(system);
    await owner.expect(photosRoutes.uploadPhotos, { form: await owner.uploadForm(pictures) });
    const live = await liveRatings(system, owner);
    for (const [index, assessor] of assessors.entries()) {
      const body = await submissionFor(assessor, owner.userId, 10);
      await delay(restMs);
      const shown = live.next(2 * (index + 1));
      const start = performance.now();
      await assessor.expect(assessmentsRoutes.submitRatings, { body });
      await shown;
      samples.push(performance.now() - start);
    }
    live.close();
  }
  return samples;
}

/** Opens the owner's live updates. `next(n)` resolves when the rating counts of all photos add up to n. */
async function liveRatings(system: RunningSystem, owner: Person) {
  const abort = new AbortController();
  const response = await fetch(`${system.baseUrl}/api/events`, {
    headers: { authorization: `Bearer ${owner.token}` },
    signal: abort.signal,
  });
  const counts = new Map<string, number>();
  let changed = () => {};
  void (async () => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events.filter((candidate) => candidate.startsWith('event: rating'))) {
        const { photoId, timesRated } = JSON.parse(event.slice(event.indexOf('data: ') + 6)) as {
          photoId: string;
          timesRated: number;
        };
        counts.set(photoId, Math.max(timesRated, counts.get(photoId) ?? 0));
      }
      changed();
    }
  })().catch(() => undefined);
  return {
    next: (total: number) =>
      new Promise<void>((resolve) => {
        changed = () => {
          if ([...counts.values()].reduce((sum, count) => sum + count, 0) >= total) resolve();
        };
        changed();
      }),
    close: () => abort.abort(),
  };
}
