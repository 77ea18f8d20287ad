import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { disrupted, underLoad } from '@candid/lab/soak';
import { SYSTEM_ENV } from '@candid/testing';
import { root } from '../../tools/lib/paths.mjs';
import { stopOnSignal } from '../../tools/lib/process-end.mjs';
import { say } from '../../tools/lib/say.mjs';
import { serviceKinds } from '../../tools/lib/start/parts.mjs';
import { createCluster } from './cluster.mjs';
import { contractGaps } from './contract-gaps.mjs';
import { olderVersion } from './older-version.mjs';
import { report } from './soak.mjs';

/** Order of replacement: each caller before the services that it calls, which is the more difficult order. */
const kindsInOrder = ['gateway', ...serviceKinds.toReversed()];

/** Returns two rounds: one process of each kind in the order of `kindsInOrder`, and the others in random order. */
function inTwoRounds(processes, random) {
  const first = kindsInOrder.flatMap((kind) => processes.find((process) => process.kind === kind) ?? []);
  const left = processes.filter((process) => !first.includes(process));
  const rest = [];
  while (left.length > 0) rest.push(...left.splice(random.between(0, left.length - 1), 1));
  return [first, rest];
}

/**
 * Replaces processes as a cluster does with `maxSurge: 1` and `maxUnavailable: 0`: runs the version's migrations while
 * the old processes run, then replaces one process after another. Halfway, each kind has processes of both versions.
 * For a while, processes then end and restart one after another, so that each version is the leader at times.
 */
async function rollOut(cluster, { name, home, sideBySideMs, random }) {
  say(`${name}: migrating beside what runs`);
  await cluster.migrate(home);
  const ends = [];
  const round = async (processes) => {
    for (const old of processes) {
      const { successor, end } = await cluster.replace(old, home);
      say(
        `${name}: ${successor} for ${old.name}, which ended with ${end.code} in ${(end.tookMs / 1_000).toFixed(1)} s`,
      );
      ends.push(end);
    }
  };
  const [first, rest] = inTwoRounds(cluster.othersThan(home), random);
  await round(first);
  say('both versions side by side');
  ends.push(...(await disrupted(cluster.system, random, { durationMs: sideBySideMs, killShare: 0, say })));
  await round(rest);
  return ends;
}

async function understanding(older) {
  const gaps = await contractGaps(older, root);
  const invariant = 'what the earlier version says is enough for this one';
  return { invariant, ok: gaps.length === 0, detail: gaps.join('; ') || 'messages, events and answers' };
}

/** Replaces `from` by this version; if `back`, goes back and forth again. Resolves to true if all invariants held. */
export async function runRollout({ from, back, replicas, minutes, seed, owners }) {
  const older = await olderVersion(from, say);
  const data = mkdtempSync(path.join(tmpdir(), 'candid-rollout-'));
  const cluster = await createCluster({ data, env: { ...process.env, ...SYSTEM_ENV }, replicas });
  const stop = async () => {
    await cluster.stop();
    rmSync(data, { recursive: true, force: true });
  };
  stopOnSignal(stop);
  const forth = { name: 'forth', home: root };
  const ways = back ? [forth, { name: 'back', home: older }, forth] : [forth];
  say(`${replicas} of each process, ${ways.map(({ name }) => name).join(', ')}, seed ${seed}`);
  try {
    await cluster.start(older);
    const outcome = await underLoad({ ...cluster.system, home: older }, { seed, owners, say }, async (random) => {
      const ends = [];
      for (const way of ways) {
        ends.push(...(await rollOut(cluster, { ...way, sideBySideMs: minutes * 60_000, random })));
      }
      return ends;
    });
    return report({ ...outcome, findings: [...outcome.findings, await understanding(older)] });
  } finally {
    await stop();
  }
}
