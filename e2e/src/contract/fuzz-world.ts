import { ROUTES, supportRoutes } from '@candid/contracts';
import { eventually, Person } from '@candid/testing';
import { heldPhoto } from './cases/moderated.js';
import type { Found } from './found.js';
import { faultOf, fuzz } from './fuzz.js';
import { send } from './wire.js';
import type { World } from './world.js';

/** `FUZZ_SEED` (fixed by default) selects the requests. Each call ends after `FUZZ_RUNS` requests or `FUZZ_CALL_MS`. */
const setting = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

/** Sends random requests as five people. A bystander's account must not change, and the books must balance. */
export async function fuzzWorld(world: World, runsPerCall: number): Promise<{ summary: string; faults: string[] }> {
  const bystander = await world.newOwner();
  const photoId = await world.bankPhoto(bystander);
  const people = await sendersOf(world);
  const before = await stateOf(bystander);
  const own = people.slice(1).map((person) => person.userId);
  const ids = [...own, bystander.userId, photoId];
  const { caseId } = await heldPhoto(world);
  // Support and moderators do not get the bystander's ids, because staff may change balances and decide cases.
  const idsOf = [ids, ids, ids, own, [...own, caseId]];
  const secrets = [bystander.email, photoId, bystander.token];
  const outcome = await fuzz({
    baseUrl: world.system.baseUrl,
    people,
    idsFor: (who) => idsOf[who]!,
    secretsFor: (who) => (who === 3 ? [] : secrets),
    seed: setting('FUZZ_SEED', 20_261_121),
    runsPerCall: setting('FUZZ_RUNS', runsPerCall),
    timeLimitMs: setting('FUZZ_CALL_MS', 2_500),
  });
  const faults = [...outcome.faults, ...(await disturbances(world, bystander, before))];
  const statuses = [...outcome.byStatus].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  const summary = `fuzz: seed ${outcome.seed}, ${outcome.requests} requests, ${statuses.join(', ')}, ${faults.length} failed`;
  return { summary, faults };
}

export async function tryFound(world: World, { id, who, sent, status }: Found): Promise<string | undefined> {
  const route = ROUTES.find((candidate) => candidate.id === id);
  if (!route) return `there is no call ${id}`;
  const [person, baseUrl] = [world.person(who), world.system.baseUrl];
  const tally = { requests: 0, byStatus: new Map() };
  const options = { baseUrl, people: [person], secretsFor: () => [] };
  const fault = await faultOf(route, { who: 0, sent }, options, tally);
  if (fault || status === undefined) return fault;
  const received = await send(route, sent, { baseUrl, token: person.token, address: person.address });
  return received.status === status ? undefined : `${received.status} instead of ${status}`;
}

/** Creates new people, and new sessions for staff, because the requests may end accounts and sessions. */
async function sendersOf(world: World): Promise<Person[]> {
  const again = ({ email, password }: Person) => new Person(world.system, email, password).logIn();
  const staff = [await again(world.support), await again(world.moderator)];
  return [world.person('anonymous'), await world.newcomer(), await world.newAssessor(), ...staff];
}

async function stateOf(person: Person) {
  const { tokenCount, email, notificationNumber } = await person.user();
  const photos = await person.photos('bank');
  return { tokenCount, email, notificationNumber, photos: photos.map((photo) => [photo._id, photo.section]) };
}

async function disturbances(world: World, bystander: Person, before: object): Promise<string[]> {
  const after = await stateOf(bystander);
  const disturbed = JSON.stringify(after) === JSON.stringify(before) ? [] : [`a bystander: ${JSON.stringify(after)}`];
  const books = await eventually(() => world.support.expect(supportRoutes.trialBalance));
  const overdrawn = books.accounts.filter(({ account, balance }) => account.startsWith('user:') && balance < 0);
  return [
    ...disturbed,
    ...(books.sum === 0 ? [] : [`the books sum up to ${books.sum}`]),
    ...overdrawn.map(({ account, balance }) => `${account} stands at ${balance}`),
  ];
}
