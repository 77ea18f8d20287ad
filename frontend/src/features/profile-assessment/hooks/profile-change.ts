import type { Photo } from '@candid/contracts';
import { PRODUCT } from '@candid/contracts';
import { refundOf } from '../../../lib/scores/scores';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';
import type { ProfileGroup } from '../api/groups';
import { unusedTokens } from './group-state';

export type Destination = 'profile' | 'bank' | 'deleted';

type Placed = Pick<Photo, '_id' | 'section' | 'placeholder' | 'testLimit' | 'testTimesRated'>;

/** A photo that is away for its own assessment still belongs to the profile it goes back to. */
export function belongsToProfile(photo: Pick<Photo, 'section' | 'placeholder'>): boolean {
  return photo.section === 'profile' || (photo.section === 'testing' && photo.placeholder === 'profile');
}

export interface ProfileChange {
  /** The profile assessment that the move ends. */
  readonly endsGroup: ProfileGroup | undefined;
  /** No photo is left in the planner: whatever runs ends. */
  readonly empties: boolean;
  /** To ask with before the move; null where nothing ends. */
  readonly warning: string | null;
}

interface Standing {
  readonly groups: readonly ProfileGroup[];
  /** All that stand in the planner or are under assessment. */
  readonly photos: readonly Placed[];
}

/** What a photo's move means for the profile and for what is assessed of it. */
export function changeOf(photo: Placed, to: Destination, { groups, photos }: Standing): ProfileChange {
  const leaves = to !== 'profile' && belongsToProfile(photo);
  const joins = to === 'profile' && !belongsToProfile(photo);
  const running = groups.find((group) => group.running);
  const about = running?.photos.some(({ _id }) => _id === photo._id) === true;
  const endsGroup = (leaves && about) || joins ? running : undefined;
  const others = photos.filter(({ _id }) => _id !== photo._id);
  const empties = leaves && !others.some(belongsToProfile);
  if (empties) {
    const own = photos.filter(({ section }) => section === 'testing');
    const tokens = own.reduce((sum, one) => sum + refundOf(one, PRODUCT.pricePerAssessorTokens), 0);
    const all = tokens + (running ? unusedTokens(running) : 0);
    return { endsGroup: running, empties, warning: all > 0 ? profileAssessmentTexts.lastEnds(all) : null };
  }
  return { endsGroup, empties, warning: endsGroup ? profileAssessmentTexts.changeEnds(unusedTokens(endsGroup)) : null };
}
