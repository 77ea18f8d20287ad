import { assessmentSettingsRoutes, type PhotoId, photosRoutes } from '@candid/contracts';
import { giveTokens, Person, type RunningSystem } from '@candid/testing';
import { openedPhotos, settings } from './moderation.js';
import { finishFirstAssessment } from './onboarded.js';
import { scene } from './scenes.js';

type System = Pick<RunningSystem, 'baseUrl' | 'mailUrl'>;

let seed = 0;
/** Generates unique pictures, so that screening does not flag them as copies. */
export const scenes = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => {
      seed += 1;
      return scene(seed);
    }),
  );

export interface JudgedOwner {
  owner: Person;
  /** Photos of one photo assessment. Each costs 20 tokens (four assessors). */
  photoIds: PhotoId[];
}

/** Makes an onboarded owner with one running photo assessment, which the owner has paid from 200 tokens. */
export async function judgedOwner(
  system: System,
  { support, raters, photos }: { support: Person; raters: readonly Person[]; photos: number },
): Promise<JudgedOwner> {
  const owner = await Person.signedUp(system);
  await firstAssessment(owner, (await scenes(1))[0]!);
  await openedPhotos(raters[0]!, owner.userId, 2);
  await finishFirstAssessment(owner, raters);
  await giveTokens(support, owner.userId, 200);
  const form = await owner.uploadForm(await scenes(photos), 'unrated');
  const uploaded = await owner.expect(photosRoutes.uploadPhotos, { form });
  const photoIds = uploaded.photos.map(({ _id }) => _id);
  await owner.expect(assessmentSettingsRoutes.startAssessments, { body: { ...settings, photoIds } });
  return { owner, photoIds };
}

/** Starts the first assessment with this picture and a generated one, because it requires two. */
export async function firstAssessment(person: Person, picture: { bytes: Buffer; name: string }): Promise<PhotoId[]> {
  const files = [picture, ...(await scenes(1))];
  const { photos } = await person.expect(photosRoutes.uploadPhotos, { form: await person.uploadForm(files) });
  return photos.map(({ _id }) => _id);
}
