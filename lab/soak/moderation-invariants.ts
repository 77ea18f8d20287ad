import type { Found, Subject } from './invariant-subject.js';
import type { Moderation } from './moderation.js';
import { feedOf, openPhotos } from './open-slot.js';

const moderationOf = ({ loads }: Subject): Moderation[] =>
  loads.flatMap(({ moderation }) => (moderation ? [moderation] : []));

/** Checks that each report is in exactly one case, the one of its photo, and that this case is decided. */
export async function reportsDecided(subject: Subject): Promise<Found> {
  const wrong: string[] = [];
  let cases = 0;
  let reports = 0;
  for (const { desk, reports: made } of moderationOf(subject)) {
    const found = new Map<string, string[]>();
    const reported = new Set(made.map(({ photoId }) => photoId));
    for (const { caseId, photoId: about, status } of await desk.all('all')) {
      cases += 1;
      if (about && reported.has(about) && status !== 'decided') wrong.push(`case ${caseId} is ${status}`);
      const { detail, photoId } = await desk.detail(caseId);
      for (const { reportId } of detail) found.set(reportId, [...(found.get(reportId) ?? []), photoId ?? caseId]);
    }
    for (const { reportId, photoId } of made) {
      reports += 1;
      const places = found.get(reportId) ?? [];
      if (places.length !== 1 || places[0] !== photoId)
        wrong.push(`report ${reportId} about ${photoId} is in the cases of [${places.join(', ')}]`);
    }
  }
  return { wrong, otherwise: `${reports} reports, ${cases} cases` };
}

/** Maximum number of people whose photos an assessor may open per hour. */
const OPENED_MAX = 20;

export async function feedsClean(subject: Subject): Promise<Found> {
  const wrong: string[] = [];
  let shown = 0;
  for (const { moderation, assessors } of subject.loads) {
    if (!moderation) continue;
    const { person } = await assessors.newcomer();
    for (const ownerId of (await feedOf(person)).slice(0, OPENED_MAX)) {
      for (const { _id } of await openPhotos(person, ownerId)) {
        shown += 1;
        if (moderation.outOfSight.has(_id)) wrong.push(`${_id} is in a feed`);
      }
    }
  }
  return { wrong, otherwise: `${shown} photos in feeds` };
}
