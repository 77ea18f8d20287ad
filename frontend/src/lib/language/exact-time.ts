import { language } from './language';

interface ExactTime {
  /** A time such as `07/03/26 • 09:05:12`, in the browser's time zone. */
  readonly local: string;
  /** The same time in UTC, without the date if the local date is equal; only `UTC` if the local time is equal too. */
  readonly utc: string;
}

const parts = { day: '2-digit', month: '2-digit', year: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
const formats = new Map<string, Intl.DateTimeFormat>();

function written(instant: Date, timeZone: string): [day: string, time: string] {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat(language, { ...parts, second: '2-digit', hourCycle: 'h23', timeZone });
  formats.set(timeZone, format);
  const [day = '', time = ''] = format.format(instant).split(', ');
  return [day, time];
}

const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function exactTime(iso: string, zone = ownZone()): ExactTime {
  const instant = new Date(iso);
  const [day, time] = written(instant, zone);
  const [utcDay, utcTime] = written(instant, 'UTC');
  const local = `${day} • ${time}`;
  if (utcDay !== day) return { local, utc: `${utcDay} • ${utcTime} UTC` };
  return { local, utc: utcTime === time ? 'UTC' : `${utcTime} UTC` };
}

/** Formats a time such as `07/03/26 • 09:05:12 (08:05:12 UTC)`. */
export function exactTimeText(iso: string, zone?: string): string {
  const { local, utc } = exactTime(iso, zone);
  return utc === 'UTC' ? `${local} UTC` : `${local} (${utc})`;
}
