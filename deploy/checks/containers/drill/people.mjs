import { createHash } from 'node:crypto';
import {
  assessmentsRoutes,
  identityRoutes,
  PRODUCT,
  photosRoutes,
  supportRoutes,
  tokensRoutes,
} from '@candid/contracts';
import { eventually, Person, setUpSecondFactor, submissionFor, twoPhonePictures } from '@candid/testing';

const granted = 20;
const withinMs = 180_000;

async function addSupport({ seen, addStaff }) {
  const support = new Person(seen, 'support@people.example');
  await addStaff(support.email, support.password);
  await support.logIn();
  // The session has the role only after a second factor is set up.
  await setUpSecondFactor(support);
  return support;
}

/** Submits the assessor's ratings of all photos that the owner has under assessment. */
async function rate(assessor, owner, score) {
  const body = await submissionFor(assessor, owner.userId, score);
  // The service refuses ratings with TOO_FAST until each photo has been open for a second.
  await eventually(() => assessor.expect(assessmentsRoutes.submitRatings, { body }), { withinMs });
}

async function upload(owner) {
  await owner.expect(photosRoutes.uploadPhotos, { form: await owner.uploadForm(await twoPhonePictures()) });
}

async function untilTested(owner) {
  await eventually(
    async () => {
      if (!(await owner.user()).hasFirstTested) throw new Error('the first assessment is not complete');
    },
    { withinMs },
  );
}

/** Creates an owner with a completed assessment and a grant, and a newcomer with an incomplete assessment. */
export async function useSystem(cluster) {
  const support = await addSupport(cluster);
  const assessors = [];
  for (let count = 0; count < PRODUCT.firstAssessmentAssessors; count += 1)
    assessors.push(await Person.approvedAssessor(cluster.seen));
  const [owner, newcomer] = [await Person.signedUp(cluster.seen), await Person.signedUp(cluster.seen)];
  await upload(owner);
  for (const [index, assessor] of assessors.entries()) await rate(assessor, owner, 6 + 3 * index);
  await untilTested(owner);
  const grant = { params: { userId: owner.userId }, body: { amount: granted, reason: 'for a drill' } };
  await support.expect(supportRoutes.grant, grant);
  await upload(newcomer);
  await rate(assessors[0], newcomer, 11);
  return { support, assessors, owner, newcomer };
}

export const rateOnce = ({ assessors, newcomer }) => rate(assessors[1], newcomer, 9);

/** Completes the newcomer's first assessment, which involves every service. */
export async function goOn({ assessors, newcomer }) {
  for (const [index, assessor] of assessors.slice(2).entries()) await rate(assessor, newcomer, 7 + 4 * index);
  await untilTested(newcomer);
}

const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');

async function picturesOf(person, baseUrl) {
  const sections = await Promise.all(['testing', 'profile', 'bank'].map((section) => person.photos(section)));
  return await Promise.all(
    sections.flat().map(async ({ _id, timesRated, totalScore, path, renditions }) => {
      const links = [path, ...renditions.map((rendition) => rendition.path)];
      const answers = await Promise.all(links.map((link) => fetch(new URL(link, baseUrl))));
      const bytes = await Promise.all(
        answers.map(async (answer) => (answer.ok ? hash(Buffer.from(await answer.arrayBuffer())) : answer.status)),
      );
      return { _id, timesRated, totalScore, bytes };
    }),
  );
}

/** Returns each person's statement and photos, and the trial balance, so that all databases and the bucket are read. */
export async function whatIsSeen({ seen }, { support, assessors, owner, newcomer }) {
  const people = [owner, newcomer, ...assessors];
  const { accounts, sum } = await support.expect(supportRoutes.trialBalance);
  const own = people.map(async (person) => {
    const { entries } = await person.expect(tokensRoutes.getStatement, { query: { limit: '100' } });
    return { user: await person.user(), statement: entries, photos: await picturesOf(person, seen.baseUrl) };
  });
  return { accounts, sum, people: await Promise.all(own) };
}

/** Checks that the owner can log in with the password from before the restore, and that a wrong password is refused. */
export async function logInAgain({ owner }) {
  await owner.logIn();
  const body = { email: owner.email, password: `${owner.password}x` };
  const { status } = await owner.call(identityRoutes.logIn, { body });
  if (status !== 401) throw new Error(`a wrong password is answered with ${status}`);
}

export async function mailsSent({ seen }) {
  return (await (await fetch(`${seen.mailUrl}/api/messages`)).json()).length;
}
