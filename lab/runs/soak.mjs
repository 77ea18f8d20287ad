import { soak } from '@candid/lab/soak';
import { SYSTEM_ENV, startSystem } from '@candid/testing';
import { stopOnSignal } from '../../tools/lib/process-end.mjs';
import { columns, say } from '../../tools/lib/say.mjs';

const killShare = 0.4;
/** Settings with which reports count although the accounts of the soak's assessors are new. */
const reporters = { REPORTER_AGE_MIN_MS: '0', REPORTER_SUBMISSIONS_MIN: '0' };

const count = (items, keyOf) => {
  const counts = new Map();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => String(one).localeCompare(String(other)));
};

const listed = (counts) => counts.map(([name, number]) => `${name}: ${number}`).join('  ');

/** Prints the result of a load. Returns true if every invariant held. */
export function report({ traffic, disruptions, findings }) {
  const signals = ['SIGTERM', 'SIGKILL'].map((signal) => {
    const parts = disruptions.filter((disruption) => disruption.signal === signal).map(({ part }) => part);
    return [signal, `${parts.length}  ${listed(count(parts, (part) => part.replace(/-\d$/, '')))}`];
  });
  const statuses = [...traffic.statuses].sort(([one], [other]) => String(one).localeCompare(String(other)));
  const rows = [
    ['requests', `${traffic.requests}, at most ${traffic.underWayMost} at once`],
    ['answers', listed(statuses)],
    ...signals,
    ...findings.map(({ invariant, ok: holds, detail }) => [`${holds ? 'ok   ' : 'BROKE'} ${invariant}`, detail]),
  ];
  say();
  for (const line of columns(rows, '')) say(line);
  say();
  const isRight = findings.every(({ ok }) => ok);
  say(isRight ? 'everything holds' : 'BROKEN');
  return isRight;
}

/** Resolves to true if every invariant held. An interrupted run stops its system and exits with code 130. */
export async function runSoak({ replicas, minutes, seed, owners }) {
  say(`${replicas} of each process, ${minutes} minutes, seed ${seed}`);
  const env = { ...SYSTEM_ENV, ...reporters };
  const system = await startSystem({ env, args: ['--processes', '--replicas', String(replicas)] });
  stopOnSignal(() => system.stop());
  try {
    return report(
      await soak(system, { seed, durationMs: minutes * 60_000, killShare, owners, isModerated: true, say }),
    );
  } finally {
    await system.stop();
  }
}
