import type { ExpectedTimes } from '@candid/contracts';
import { formatMinutes } from '../../lib/format/format';
import { durationTexts as texts } from '../../lib/texts/durations';

/** Returns how a duration is known: measured from recent assessments, or planned. */
export function basisOf({ first, mostWithin, isMeasured }: ExpectedTimes): string {
  if (!isMeasured) return texts.plannedWith();
  const most = mostWithin === null ? [] : [texts.mostWithin(formatMinutes(mostWithin))];
  return [texts.firstIn(formatMinutes(first)), ...most].join(' ');
}
