import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fromRoot } from '../../tools/lib/paths.mjs';
import { podsOf } from './kubernetes/manifests.mjs';

const runbooks = fromRoot('docs', 'runbooks');
const code = /^ *```sh\n([\s\S]*?)^ *```$|`([^`\n]+)`/gm;
const isPlaceholder = (word) => /[A-Z]{2}/.test(word);

const kinds = {
  cluster: 'Cluster',
  cronjob: 'CronJob',
  deploy: 'Deployment',
  deployment: 'Deployment',
  statefulset: 'StatefulSet',
};

/** Returns the commands of all runbooks, each in one line. */
export const runbookCommands = () =>
  readdirSync(runbooks)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) =>
      [...readFileSync(path.join(runbooks, name), 'utf8').matchAll(code)]
        .flatMap(([, block, inline]) => (block ?? inline).replace(/([|\\])\n\s+/g, '$1 ').split('\n'))
        .map((text) => ({ page: name, text: text.trim() })),
    );

export const operatorCommands = () =>
  runbookCommands().flatMap(({ page, text }) => {
    const [, template, words] = /--from=cronjob\/(\S+) .*ARGUMENTS='([^']*)'/.exec(text) ?? [];
    return template ? [{ page, template, words }] : [];
  });

const named = /\b(cluster|cronjob|deploy|deployment|statefulset)[ /]([\w-]+)/g;

function objectFaults(text, objects) {
  const has = (kind, name) => objects.some((object) => object.kind === kind && object.metadata.name === name);
  return [...text.matchAll(named)].flatMap(([, kind, name]) =>
    isPlaceholder(name) || has(kinds[kind], name) ? [] : [`there is no ${kind} ${name}`],
  );
}

/** Accepts every rendered container, and those of CloudNativePG's pods, which are not rendered. */
function containerFaults(text, objects) {
  const [, container] = /^kubectl (?:exec|logs) .*-c ([\w-]+)/.exec(text) ?? [];
  const known = [
    'postgres',
    'pgbouncer',
    'plugin-barman-cloud',
    ...podsOf(objects).flatMap(({ containers }) => containers.map(({ name }) => name)),
  ];
  return container && !known.includes(container) ? [`no pod has a container ${container}`] : [];
}

function entryFaults(text) {
  const entry = /node ((?:gateway|services\/\w+)\/dist\/[\w-]+\.js)/.exec(text)?.[1];
  return entry && !existsSync(fromRoot(entry)) ? [`there is no ${entry}`] : [];
}

export const runbookFaults = (objects) =>
  runbookCommands().flatMap(({ page, text }) =>
    [
      ...(/\bnpm run\b/.test(text) ? ['needs a checkout'] : []),
      ...(text.startsWith('kubectl') ? objectFaults(text, objects) : []),
      ...containerFaults(text, objects),
      ...entryFaults(text),
    ].map((fault) => `docs/runbooks/${page}: ${text}: ${fault}`),
  );
