import { operatorCommands, runbookCommands } from '../runbook-commands.mjs';

/** Values for the placeholders of the runbooks. LETTER and EMAIL do not exist, so their commands must fail with a message. */
const samples = {
  SERVICE: 'tokens',
  STREAM: 'TOKENS',
  PROJECTION: 'ledger',
  CONSUMER: 'tokens-from-identity',
  LETTER: 'tokens.1',
  EMAIL: 'nobody@candid.example',
};
const filled = (text) => text.replace(/\b[A-Z]{5,}\b/g, (word) => samples[word] ?? word);
const isOfNobody = (text) => /\b(LETTER|EMAIL)\b/.test(text);

/** Returns the Compose service that corresponds to a pod. */
function serviceOf(pod, command) {
  if (pod.startsWith('deploy/')) return pod.replace('deploy/', '');
  if (pod.endsWith('-0')) return pod.replace('-0', '');
  return command.startsWith('psql') ? 'postgres' : 'gateway';
}

function inPods() {
  return runbookCommands().flatMap(({ text }) => {
    const [, restarted] = /^kubectl rollout restart deployment\/(\S+)$/.exec(text) ?? [];
    if (restarted) {
      const service = filled(restarted);
      const words = `docker compose restart ${service} && docker compose up --no-build --wait ${service}`;
      return [{ text, words: ['bash', '-ec', words] }];
    }
    const [, pod, command] = /^kubectl exec (\S+) -c \S+ -- (.*)$/.exec(text) ?? [];
    if (!pod) return [];
    const typed = filled(command).replace('/run/secrets/redis/redis.conf', '/run/secrets/redis_auth.conf');
    const words = `docker compose exec -T -e PGUSER=postgres ${serviceOf(pod, command)} ${typed}`;
    return [{ text, words: ['bash', '-ec', words] }];
  });
}

function inJobs() {
  return operatorCommands().map(({ template, words: text }) => {
    const service = filled(template.replace('-rebuild', ''));
    const command =
      template === 'operator' ? ['operator'] : [`${service}-migrate`, 'node', `services/${service}/dist/rebuild.js`];
    const run = ['docker', 'compose', 'run', '--rm', '-T', '-e', `ARGUMENTS=${filled(text)}`, ...command];
    return { text, words: run };
  });
}

const once = (steps) => [
  ...new Map(steps.map((step) => [step.text, { ...step, isOfNobody: isOfNobody(step.text) }])).values(),
];

/**
 * Returns the runbook commands, translated to Compose and without duplicates, as { text, words, isOfNobody }. Commands that
 * query the Kubernetes API are left out. The commands in pods and those in jobs are two lists, which can run concurrently.
 */
export const runbookSteps = () => [once(inPods()), once(inJobs())];
