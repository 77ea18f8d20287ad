import { createPrivateKey } from 'node:crypto';
import http from 'node:http';
import { accessTokenOf, Person } from '@candid/testing';
import { copyOf } from './fill/world-copy.mjs';

/** Duration of a visit: an active person uses the app twice a day, for ten minutes each. */
const visitMs = 10 * 60_000;
/** Share of people who are active on a day. */
const activeShare = 0.1;
const hour = 3_600;

/**
 * The people who use the app now, each with an open event stream. After a visit, another of the day's active people
 * replaces the person. Access tokens are signed as the identity service signs them.
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

  /** Returns a random person. People whose visit is over are replaced before others. */
  any() {
    const index = this.random.between(0, this.#people.length - 1);
    if (this.#people[index].leavesMs < performance.now()) {
      this.#people[index].leave();
      this.#people[index] = this.#arrive();
    }
    return this.#people[index];
  }

  /** Returns a random person that passes the test `fits`; undefined if fifty tries find nobody. */
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
    // A tenth of the worlds is active today.
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

const retryMs = 1_000;
const agent = new http.Agent({ keepAlive: false });

/**
 * Keeps the person's event stream open, as a browser does, until the returned function is called. Counts in `streams`:
 * `opened`, `events`, and `failures` (answers other than 200, and streams that break off).
 */
function keepStream({ baseUrl }, { token }, streams) {
  let isOver = false;
  let request;
  let timer;
  const again = (failure) => {
    if (isOver) return;
    if (failure) streams.failures.push(failure);
    timer = setTimeout(open, retryMs);
  };
  const open = () => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    request = http.get(`${baseUrl}/api/events`, { headers, agent }, (response) => {
      if (response.statusCode !== 200) {
        response.resume();
        return again(`${response.statusCode} for a stream`);
      }
      streams.opened += 1;
      response.on('data', (chunk) => {
        if (chunk.includes('event:')) streams.events += 1;
      });
      response.on('error', (error) => again(`a stream broke off: ${error.message}`));
      response.on('end', () => again());
    });
    request.on('error', (error) => again(`a stream was not opened: ${error.message}`));
  };
  open();
  return () => {
    isOver = true;
    clearTimeout(timer);
    request.destroy();
  };
}
