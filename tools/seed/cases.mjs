import { DemoPerson } from './client.mjs';

/** Cases that `openCases` opens; the screening may find more. */
export const CASES = 5;

/**
 * Opens one case of each kind, each with a story. Luca's second photo is decided, so his other case shows an earlier
 * decision. Refused steps are left out: the demo's people may already have changed what they need.
 * @param people returns a person of the demo by name
 * @param stranger a visitor without an account
 * @param moderator the moderator's log-in
 */
export async function openCases({ people, place, moderator, stranger, uploadCopy }) {
  const [olivia, luca, mei, sofia, zanele, priya, henrik] = [
    ...['olivia', 'luca', 'mei', 'sofia', 'zanele', 'priya', 'henrik'].map(people),
  ];
  await report(
    mei,
    luca.assessed[1],
    'other',
    'The crop ends above the chin, so I cannot say anything about the face.',
  );
  await decideCrop(place, moderator, luca.account.userId);
  await report(sofia, luca.assessed[0], 'notOwn', 'I know this picture from an advert for a dentist in my street.');

  await priya.account.callIfPossible('GET', `/get-image/${zanele.account.userId}`);
  await report(priya, zanele.assessed[0], 'minor', 'She told a friend of mine that she is in the last year of school.');

  const [photoId] = olivia.assessed;
  const { pastRatings, currentRatings } = await olivia.account.call('GET', `/get-ratings/${photoId}`);
  const lowest = [...currentRatings, ...pastRatings].toSorted((one, other) => one.score - other.score)[0];
  const unkind = 'All of the comments are at the lowest end, on both of my photos. I do not think they were looked at.';
  if (lowest) await report(olivia, photoId, 'comments', unkind, lowest.ratingId);

  await stranger.call('POST', '/notices', {
    ...{ reason: 'illegal', name: 'Lena Vogt', email: stranger.email, isGoodFaith: true },
    location: 'The third person I was shown on Sunday evening, a man with glasses in front of a wall',
    text: 'On the wall behind him hangs a flag that is forbidden in my country. I closed the page and have no link.',
  });
  // Screening finds that the photo is on another account, too.
  await uploadCopy(henrik, 'adam');
}

const report = ({ account }, photoId, reason, text, ratingId) =>
  account.callIfPossible('POST', '/report', { photoId, reason, text, ratingId });

async function decideCrop(place, login, ownerId) {
  const moderator = await new DemoPerson({ ...place, ...login }).enter();
  const query = new URLSearchParams({ reason: 'other', subjectId: ownerId });
  const { cases } = await moderator.call('GET', `/support/moderation/cases?${query}`);
  for (const { caseId } of cases) {
    const path = `/support/moderation/cases/${caseId}`;
    await moderator.callIfPossible('POST', `${path}/claim`, {});
    const reasons = 'The crop does not show your face. Please crop the photo again; the rest of it is fine.';
    await moderator.callIfPossible('POST', `${path}/decide`, { decision: 'askForCrop', rule: 'recognisable', reasons });
  }
}
