import { runCommand } from '../run.mjs';

/** The timeouts are short, so that an unavailable registry does not delay the other checks. */
const ARGS = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=15000'];
const LIMIT_MS = 30_000;
const FAILING = new Set(['moderate', 'high', 'critical']);

/** `answered` is false if the advisory service does not answer, for instance offline. */
export async function auditPackages(run = runCommand) {
  const { output } = await run('npm', ARGS, { stdio: 'pipe', limitMs: LIMIT_MS });
  const report = reportIn(output);
  if (report?.vulnerabilities === undefined) return { answered: false, findings: [] };
  const findings = Object.values(report.vulnerabilities)
    .filter(({ severity }) => FAILING.has(severity))
    .map(({ name, severity, range, via }) => `${severity}: ${name} ${range} (${titlesOf(via)})`);
  return { answered: true, findings };
}

const titlesOf = (via) => via.map((cause) => (typeof cause === 'string' ? cause : cause.title)).join('; ');

/** npm may write warnings before the report. */
function reportIn(output) {
  try {
    return JSON.parse(/^\{[\s\S]*^\}/m.exec(output)?.[0]);
  } catch {
    return undefined;
  }
}
