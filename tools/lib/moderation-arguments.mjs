const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Checks the format and the calendar: 2026-02-30 is not a day. */
function isDay(text) {
  if (!DATE.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** @returns what is wrong with the span of a report, or undefined */
export function faultOfSpan({ from, to }) {
  for (const [name, day] of Object.entries({ from, to })) {
    if (day === undefined) return `Give --${name}, a day such as 2026-11-01.`;
    if (!isDay(day)) return `--${name} ${day} is not a day: write it as 2026-11-01.`;
  }
  return from < to ? undefined : `--to ${to} must be later than --from ${from}: the report ends before that day.`;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** @returns what is wrong with the arguments of the release of a legal hold, or undefined */
export function faultOfRelease({ caseId, reason }) {
  if (!UUID.test(caseId ?? '')) return "Give the case's id, as its page in the console shows it.";
  return reason?.trim() ? undefined : 'Give --reason: who no longer needs the evidence, and since when.';
}
