import { scoreMax, scoreMin } from '../../../lib/scores/scores';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { scoreTexts } from '../../../lib/texts/scores';
import { RangeBand } from '../../../ui/range-band/range-band';
import { ScoreChip } from '../../../ui/score-chip/score-chip';
import { useGeneralRatings, useProfileRange } from '../api/general-ratings';
import type { ProfileGroup } from '../api/groups';
import { scoreOf } from '../hooks/general-history';
import styles from './profile-range.module.css';

/** How the profile scores by the sliders of its comments, and how sure that is. */
export function ProfileRange({ group }: { group: ProfileGroup }) {
  const range = useProfileRange(group.groupId, true);
  const ratings = useGeneralRatings(true);
  const [low, high] = range.data?.confidenceRange ?? [scoreMin, scoreMax];
  const all = ratings.data?.pages.flatMap((page) => page.ratings) ?? [];
  const { score, raters } = scoreOf(all, group.groupId);
  return (
    <div className={styles.range}>
      <p className={styles.words}>
        <ScoreChip score={score === null ? null : Math.floor(score + 0.5)} />
        <span className={styles.title}>{texts.range}</span>
        <span className={styles.level}>
          {raters === 0 || !range.data ? texts.rangeLead(raters) : scoreTexts.level[range.data.level]}
        </span>
      </p>
      <RangeBand low={low} high={high} score={score} />
    </div>
  );
}
