import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SYSTEM_ENV, startSystem } from '@candid/testing';
import { readJson, writeJson } from '../json-file.mjs';
import { seconds } from '../say.mjs';
import { fillWorlds } from './fill/fill.mjs';
import { Levels } from './levels.mjs';
import { makeWorld, worldPeople } from './world.mjs';

const spanMs = 365 * 24 * 3_600_000;

const fileIn = (data) => path.join(data, 'population.json');

async function settled(system) {
  const levels = await Levels.of(system);
  // Twice in a row: between two followers an event may be nowhere.
  for (let times = 0; times < 2; times = (await levels.areZero()) ? times + 1 : 0) await delay(500);
  await levels.close();
}

async function originals(data, say) {
  const system = await startSystem({ dataDirectory: data, env: SYSTEM_ENV });
  try {
    const people = await makeWorld(system, say);
    await settled(system);
    return people;
  } finally {
    await system.stop();
  }
}

/**
 * Makes the filled system in `data` unless an earlier run did so. Resolves to { worlds, spanMs, people }: `people` are
 * those of the original world.
 */
export async function ensurePopulation({ data, people: wanted, say }) {
  const file = fileIn(data);
  const kept = readJson(file);
  if (kept && kept.worlds * worldPeople < wanted)
    throw new Error(`${data} holds ${kept.worlds * worldPeople} people; name another directory`);
  if (kept) return kept;
  if (existsSync(path.join(data, 'postgres'))) throw new Error(`${data} is not complete; remove it first`);
  const startedAt = performance.now();
  const worlds = Math.ceil(wanted / worldPeople);
  const people = await originals(data, say);
  say(`one world of ${worldPeople} people in ${seconds(startedAt)}; copying it ${worlds - 1} times`);
  await fillWorlds({ data, worlds, spanMs, photoIds: people.flatMap(({ photoIds }) => photoIds), say });
  const population = { worlds, spanMs, people };
  writeJson(file, population);
  say(`${worlds * worldPeople} people in ${seconds(startedAt)}`);
  return population;
}
