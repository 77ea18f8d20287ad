const severities = { 40: 'warning', 50: 'error', 60: 'error', warn: 'warning', error: 'error', fatal: 'error' };

/** Patterns of the servers' log lines that the terminal shows. All other lines are only in the log files. */
const serverAlarms = {
  postgres: /\b(FATAL|PANIC):/,
  nats: /\[(ERR|FTL)\]/,
  redis: /# (?!WARNING).*(error|fatal|can't)/i,
};

const firstLine = (text) => String(text ?? '').split('\n')[0];

function describe(entry) {
  const message = firstLine(entry.msg);
  const reason = firstLine(entry.err?.message ?? entry.error?.message);
  return `${severities[entry.level]}: ${message}${reason && reason !== message ? ` (${reason})` : ''}`;
}

function parse(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Returns the terminal's line for a log line, or undefined: only warnings, errors and Node's own stderr are shown. */
export function reportLine(name, line, source) {
  if (name in serverAlarms) return serverAlarms[name].test(line) ? `[${name}] ${line}` : undefined;
  const entry = parse(line);
  if (entry) return entry.level in severities ? `[${entry.service ?? name}] ${describe(entry)}` : undefined;
  return source === 'stderr' && line.trim() !== '' ? `[${name}] ${line}` : undefined;
}
