import { scoreTexts } from '../../lib/texts/scores';
import { Notice } from '../notice/notice';
import { RangeBand } from '../range-band/range-band';
import { ScoreChip } from '../score-chip/score-chip';
import { Skeleton } from '../skeleton/skeleton';
import styles from './vote-details.module.css';

interface VoteDetailsProps {
  /** The displayed average, 1–20. */
  average: number;
  ratings: number;
  /** Each rating as it was given, in order; undefined while it loads, null where it cannot be had. */
  votes: readonly number[] | undefined | null;
  range: readonly [number, number];
  level: keyof typeof scoreTexts.level | undefined;
}

/** What the fair score is made of: the ratings as they were given, their plain average and its range. */
export function VoteDetails({ average, ratings, votes, range: [low, high], level }: VoteDetailsProps) {
  return (
    <div className={styles.details}>
      <div className={styles.part}>
        <p className={styles.head}>
          <span>{scoreTexts.average}</span>
          <span className={styles.value}>{scoreTexts.averageAndCount(average, ratings)}</span>
        </p>
        {votes === null ? (
          <Notice tone="danger">{scoreTexts.votesFailed}</Notice>
        ) : votes === undefined ? (
          <Skeleton height={26} />
        ) : (
          <ul className={styles.votes} aria-label={scoreTexts.votes}>
            {votes.map((vote, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: equal ratings are alike, their place is all that tells them apart
              <li key={index}>
                <ScoreChip score={vote} size="s" />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={styles.part}>
        <p className={styles.head}>
          <span>{scoreTexts.confidenceRange}</span>
          {level && <span className={styles.level}>{scoreTexts.level[level]}</span>}
        </p>
        <RangeBand low={low} high={high} score={average} />
      </div>
      <p className={styles.note}>{scoreTexts.fairScoreMeans}</p>
    </div>
  );
}
