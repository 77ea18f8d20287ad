import { type Photo, picturesAreGone, type Statement } from '@candid/contracts';
import { longDayOf } from '../../lib/language/language';
import { decisionTexts as texts } from '../../lib/texts/decisions';

const day = (iso: string): string => longDayOf(new Date(iso));

export function titleOf({ decision, until, undoneAt }: Statement, now: number): string {
  if (undoneAt !== null) return decision === 'hold' ? texts.holdEnded : texts.undone;
  if (decision !== 'suspendAccount' || until === null) return texts.titles[decision];
  return Date.parse(until) > now ? texts.suspendedUntil(day(until)) : texts.wasSuspendedUntil(day(until));
}

export function effectOf(statement: Statement, now: number): string {
  const { decision, until, undoneAt } = statement;
  if (undoneAt !== null) return picturesAreGone(statement) ? texts.picturesGone : texts.effectsOver;
  return until !== null && Date.parse(until) <= now ? texts.suspensionOver : texts.effects[decision];
}

export function causeOf({ about }: Statement): string | null {
  const phrase = about.map((reason) => texts.about[reason]).join(' · ');
  return phrase === '' ? null : `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}`;
}

/** `open`: an appeal is possible. `over`: the period for an appeal has expired. `none`: nothing can be appealed. */
export type AppealState = 'none' | 'open' | 'over' | 'filed' | 'granted' | 'rejected';

export function appealStateOf({ appeal, appealUntil, undoneAt }: Statement, now: number): AppealState {
  if (appeal) return appeal.outcome ?? 'filed';
  if (undoneAt !== null || appealUntil === null) return 'none';
  return Date.parse(appealUntil) > now ? 'open' : 'over';
}

const explains = { held: 'hold', 'crop-wanted': 'askForCrop' } as const;

export function statementOf(
  { _id, moderation }: Pick<Photo, '_id' | 'moderation'>,
  statements: readonly Statement[] = [],
): Statement | undefined {
  if (moderation !== 'held' && moderation !== 'crop-wanted') return undefined;
  const ofPhoto = statements.filter(({ photoId, undoneAt }) => photoId === _id && undoneAt === null);
  return ofPhoto.find(({ decision }) => decision === explains[moderation]);
}
