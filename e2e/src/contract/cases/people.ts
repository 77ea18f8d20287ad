import { photosRoutes } from '@candid/contracts';
import type { World } from '../world.js';

/** Creates the value at the first request and shares it between all cases that run on the same system. */
export function once<Made>(make: (world: World) => Promise<Made>): (world: World) => Promise<Made> {
  const made = new WeakMap<World, Promise<Made>>();
  return (world) => {
    const known = made.get(world) ?? make(world);
    made.set(world, known);
    return known;
  };
}

/** A person who has signed up and done nothing since. */
export const firstTimer = once((world) => world.newcomer());

export const inFirstAssessment = once(async (world) => {
  const person = await world.newcomer();
  const files = [await world.file('one.jpg'), await world.file('two.jpg')];
  await person.expect(photosRoutes.uploadPhotos, { form: await person.uploadForm(files) });
  return person;
});

/** A person after the first assessment, without tokens. */
export const poor = once(async (world) => {
  const person = await world.newOwner();
  const { tokenCount } = await person.user();
  await world.grant(person, -tokenCount);
  return person;
});

/** A second owner, whose assessments any case may open and rate. */
export const host = once((world) => world.newOwner());

export const withEmptyPlanner = once(async (world) => {
  const owner = await world.newOwner();
  await world.runningPhoto(owner);
  for (const photo of await owner.photos('profile')) await world.endAssessment(photo._id, owner);
  return owner;
});
