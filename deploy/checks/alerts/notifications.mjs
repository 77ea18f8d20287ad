import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { fromRoot } from '../../../tools/lib/paths.mjs';
import { runCommand } from '../../../tools/lib/run.mjs';
import { observedMinutes } from './incidents.mjs';

const limitMs = 600_000;

export const readRoutes = () => parse(readFileSync(fromRoot('deploy', 'observability', 'alertmanager.yml'), 'utf8'));

const labelsOf = (text) =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
      .filter(([, name]) => name !== '__name__' && name !== 'alertstate')
      .map(([, name, value]) => [name, value]),
  );

/**
 * Evaluates the rules on the series. Resolves to the firing alerts of each minute, as arrays of labels. Promtool prints
 * the answers of queries that should answer `nothing`.
 */
async function firingByMinute(promtool, directory, groups, input_series) {
  const file = (name) => path.join(directory, name);
  writeFileSync(file('rules.yml'), stringify({ groups }));
  const minutes = Array.from({ length: observedMinutes + 1 }, (_, minute) => minute);
  const promql_expr_test = minutes.map((minute) => ({
    expr: 'ALERTS{alertstate="firing"}',
    eval_time: `${minute}m`,
    exp_samples: [{ labels: 'nothing', value: 1 }],
  }));
  const tests = [{ interval: '1m', input_series, promql_expr_test }];
  writeFileSync(file('incident.yml'), stringify({ rule_files: ['rules.yml'], evaluation_interval: '1m', tests }));
  const { output } = await runCommand(promtool, ['test', 'rules', file('incident.yml')], { stdio: 'pipe', limitMs });
  const answers = output.split('\n').filter((line) => line.trim().startsWith('got:'));
  if (answers.length !== minutes.length)
    throw new Error(`promtool did not answer for each minute:\n${output.slice(0, 2_000)}`);
  return answers.map((answer) => [...answer.matchAll(/\{([^}]*)\} 1E\+00/g)].map(([, labels]) => labelsOf(labels)));
}

/** Resolves to the answers for each list of series. Each has a process, and so the whole time limit, of its own. */
export async function firingInEach(promtool, directory, groups, lists) {
  const all = [];
  for (const series of lists) all.push(await firingByMinute(promtool, directory, groups, series));
  return all;
}

function fits(matchers, labels) {
  return matchers.every((matcher) => {
    const [, name, operator, value] = /^(\w+)(=~?)"(.*)"$/.exec(matcher);
    const label = labels[name] ?? '';
    return operator === '=' ? label === value : new RegExp(`^(?:${value})$`).test(label);
  });
}

/** Adds to each firing alert its receiver, and whether another one inhibits it, as Alertmanager does. */
export function routed({ route, inhibit_rules: rules }, alerts) {
  const isMutedBy = (rule, labels) =>
    fits(rule.target_matchers, labels) &&
    alerts.some(
      (source) => fits(rule.source_matchers, source) && rule.equal.every((name) => source[name] === labels[name]),
    );
  return alerts.map((labels) => ({
    labels,
    receiver: (route.routes.find(({ matchers }) => fits(matchers, labels)) ?? route).receiver,
    isMuted: rules.some((rule) => isMutedBy(rule, labels)),
  }));
}

const minutesOf = (duration) => {
  const [, amount, unit] = /^(\d+)([mh])$/.exec(duration);
  return Number(amount) * { m: 1, h: 60 }[unit];
};

/**
 * Returns the notifications as { receiver, minute, alertnames }. A group waits `group_wait` after its first alert, then
 * looks for alerts that it has not sent, and again after each `group_interval`. `minutes`: the firing alerts of each.
 */
export function notificationsOf(routes, minutes) {
  const { route } = routes;
  const sent = [];
  const groups = new Map();
  const routeTo = (receiver) => route.routes.find((child) => child.receiver === receiver) ?? route;
  for (const [minute, alerts] of minutes.entries()) {
    const present = Map.groupBy(routed(routes, alerts), ({ receiver, labels }) =>
      JSON.stringify([receiver, ...routeTo(receiver).group_by.map((name) => labels[name])]),
    );
    for (const key of groups.keys()) if (!present.has(key)) groups.delete(key);
    for (const [key, those] of present) {
      const [{ receiver }] = those;
      const { group_wait: wait, group_interval: interval } = routeTo(receiver);
      if (!groups.has(key)) groups.set(key, { next: minute + minutesOf(wait), told: new Set() });
      const group = groups.get(key);
      if (minute < group.next) continue;
      const active = those.filter(({ isMuted }) => !isMuted).map(({ labels }) => labels);
      const names = active.map((labels) => JSON.stringify(labels));
      const hasNew = names.some((name) => !group.told.has(name));
      Object.assign(group, { next: minute + minutesOf(interval), told: new Set(names) });
      if (hasNew) sent.push({ receiver, minute, alertnames: [...new Set(active.map(({ alertname }) => alertname))] });
    }
  }
  return sent;
}
