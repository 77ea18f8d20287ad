import { formatDateTime } from '../../../../lib/format/format';
import { meanOf } from '../../../../lib/scores/distribution';
import { scoreTexts } from '../../../../lib/texts/scores';
import { type ScoredAssessment, ScoreHistory } from '../../../../ui/score-history/score-history';
import type { HistoryGroup } from '../../hooks/rating-groups';

/** How the plain average has moved from one assessment to the next; nothing to draw before there are two with ratings. */
export function HistoryChart({ groups }: { groups: readonly HistoryGroup[] }) {
  const rated = groups.flatMap((group) => {
    const votes = group.ratings.flatMap(({ score }) => (score === null ? [] : [score]));
    const average = meanOf(votes);
    return average === null ? [] : [{ group, votes, average, shown: Math.floor(average + 0.5) }];
  });
  if (rated.length < 2) return null;
  const assessments = rated.map(({ group, votes, average, shown }, index): ScoredAssessment => {
    const before = rated[index + 1];
    return {
      key: group.groupId,
      when: formatDateTime(group.ratedAt),
      votes,
      average,
      reading: scoreTexts.assessment(shown, votes.length, before ? shown - before.shown : null),
    };
  });
  return <ScoreHistory assessments={assessments} label={scoreTexts.history(assessments)} />;
}
