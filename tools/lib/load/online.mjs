import { createPrivateKey } from 'node:crypto';
import { accessTokenOf, Person } from '@candid/testing';
import { copyOf } from './fill/world-copy.mjs';
import { keepStream } from './streams.mjs';

/** Two visits make the twenty minutes of a day. */
const visitMs = 10 * 60_000;
/** Active on a day. */
const activeShare = 0.1;
const hour = 3_600;

/**
 * People who are on the app now. Each stays for a while with an open event stream, then another of the day's active
 * people comes. Their access tokens are signed as the identity service signs them.
 */
export class Online {
  #people = [];

  constructor({ system, population, environment, random, streams }) {
    this.system = system;
    this.population = population;
    this.key = createPrivateKey(environment.JWT_PRIVATE_KEY);
    this.random = random;
    this.streams = streams;
  }

  resize(count) {
    while (this.#people.length < count) this.#people.push(this.#arrive());
    for (const person of this.#people.splice(count)) person.leave();
  }

  /** Anybody. The visits that are over end here. */
  any() {
    const index = this.random.between(0, this.#people.length - 1);
    if (this.#people[index].leavesMs < performance.now()) {
      this.#people[index].leave();
      this.#people[index] = this.#arrive();
    }
    return this.#people[index];
  }

  /** Somebody who fits, undefined if a few tries find nobody. */
  anyWho(fits) {
    for (let tries = 0; tries < 50; tries += 1) {
      const one = this.any();
      if (fits(one)) return one;
    }
  }

  close() {
    for (const person of this.#people.splice(0)) person.leave();
  }

  #arrive() {
    const { worlds, spanMs, people } = this.population;
    // The day's active people are those of every tenth world.
    const active = Math.max(Math.ceil(worlds * activeShare), 1);
    const number = (this.random.between(0, active - 1) * Math.floor(worlds / active)) % worlds;
    const copy = copyOf(number, { worlds, spanMs });
    const { userId, sessionId, photoIds } = this.random.pick(people);
    const person = new Person(this.system);
    person.userId = copy.id(userId);
    const claims = { userId: person.userId, roles: ['user', 'assessor'], sessionId: copy.id(sessionId) };
    person.token = accessTokenOf(claims, { key: this.key, lifetimeSeconds: hour });
    const leave = keepStream(this.system, person, this.streams);
    const leavesMs = performance.now() - Math.log(1 - this.random.next()) * visitMs;
    return { person, photoIds: photoIds.map((id) => copy.id(id)), pictures: [], leave, leavesMs };
  }
}
