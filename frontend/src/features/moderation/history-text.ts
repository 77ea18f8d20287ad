import { moderationTexts } from '../../lib/texts/moderation';
import type { CaseReport } from './case';

type History = NonNullable<CaseReport['history']>;

/** A reporter's reliability in one line. */
export function historyText({ upheld, rejected, weight, standing, isNew, linkedReporters }: History) {
  const texts = moderationTexts.historyOf;
  const decided = upheld + rejected;
  const parts = [
    isNew && texts.isNew,
    linkedReporters > 0 && texts.linked(linkedReporters),
    decided > 0 ? texts.upheld(upheld, decided) : !isNew && texts.noneDecided,
    decided > 0 && texts.weight(weight.toFixed(1)),
    (!isNew || standing !== 'good') && texts.standings[standing],
  ];
  return parts.filter(Boolean).join(', ');
}
