import type { Found, Subject } from './invariant-subject.js';
import type { Owner } from './owner.js';

const ownersOf = ({ loads }: Subject): Owner[] => loads.flatMap(({ owners }) => owners);
const RESULTS_SUBJECT = 'Your results are in';

export async function answersRight(subject: Subject): Promise<Found> {
  const streams = subject.loads.reduce((sum, load) => sum + load.streams, 0);
  return {
    wrong: subject.loads.flatMap(({ failures, traffic }) => [...failures, ...traffic.falseRefusals]),
    otherwise: `${ownersOf(subject).length} owners, ${streams} live streams`,
  };
}

async function photosOf({ person }: Owner) {
  const sections = await Promise.all(
    (['testing', 'profile', 'bank'] as const).map((section) => person.photos(section)),
  );
  return sections.flat();
}

export async function ratingsCounted(subject: Subject): Promise<Found> {
  const wrong: string[] = [];
  let counted = 0;
  for (const owner of ownersOf(subject).filter(({ hasStartedOver }) => !hasStartedOver)) {
    const photos = new Map((await photosOf(owner)).map((photo) => [photo._id as string, photo]));
    const unexpected = [...photos.keys()].filter((id) => !owner.ratings.has(id));
    if (unexpected.length > 0) wrong.push(`${unexpected.join(', ')} should be deleted`);
    for (const [photoId, ratings] of owner.ratings) {
      const { timesRated, totalScore } = photos.get(photoId) ?? {};
      const sum = ratings.reduce((total, { score }) => total + score, 0);
      counted += ratings.length;
      if (timesRated !== ratings.length || totalScore !== sum) {
        wrong.push(`${photoId} has ${timesRated} ratings and ${totalScore} points, not ${ratings.length} and ${sum}`);
      }
    }
  }
  return { wrong, otherwise: `${counted} ratings` };
}

export async function tokensRight(subject: Subject): Promise<Found> {
  const people = [...ownersOf(subject), ...subject.loads.flatMap(({ assessors }) => assessors.all)];
  const wrong: string[] = [];
  for (const { person, tokens } of people) {
    const { tokenCount } = await person.user();
    if (tokenCount !== tokens) wrong.push(`${person.userId} has ${tokenCount} tokens, not ${tokens}`);
  }
  const refunds = ownersOf(subject).reduce((sum, owner) => sum + owner.refunds, 0);
  return { wrong, otherwise: `${people.length} people, ${refunds} refunds` };
}

export async function notificationsCounted(subject: Subject): Promise<Found> {
  const wrong: string[] = [];
  let counted = 0;
  for (const { person, notifications } of ownersOf(subject).filter(({ hasLostPhoto }) => !hasLostPhoto)) {
    const { notificationNumber } = await person.user();
    counted += notifications;
    if (notificationNumber !== notifications)
      wrong.push(`${person.userId} has ${notificationNumber} notifications, not ${notifications}`);
  }
  return { wrong, otherwise: `${counted} notifications` };
}

export async function mailsSent(subject: Subject): Promise<Found> {
  const counts = await subject.inbox.counts(RESULTS_SUBJECT);
  const wrong: string[] = [];
  let counted = 0;
  for (const { person, completions } of ownersOf(subject)) {
    const mails = counts.get(person.email) ?? 0;
    counted += mails;
    if (mails !== completions) wrong.push(`${person.email} has ${mails} mails for ${completions} completions`);
  }
  return { wrong, otherwise: `${counted} mails` };
}

export async function photosHaveBytes(subject: Subject): Promise<Found> {
  const wrong: string[] = [];
  let pictures = 0;
  for (const owner of ownersOf(subject)) {
    for (const { _id, path, renditions } of await photosOf(owner)) {
      for (const link of [path, ...renditions.map((rendition) => rendition.path)]) {
        const response = await fetch(new URL(link, subject.system.baseUrl));
        const { byteLength } = await response.arrayBuffer();
        pictures += 1;
        if (response.status !== 200 || byteLength === 0) wrong.push(`${_id}: ${response.status}, ${byteLength} bytes`);
      }
    }
  }
  return { wrong, otherwise: `${pictures} pictures` };
}
