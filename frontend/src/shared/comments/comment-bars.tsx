import type { Catalogue, CommentAgreement } from '@candid/contracts';
import { scaleLinear } from '@visx/scale';
import { Bar, Line } from '@visx/shape';
import { commentsTexts } from '../../lib/texts/comments';
import { useWidth } from '../../ui/chart/use-width';
import { findPhrase } from './comments';

type PhraseAgreement = ReturnType<typeof phraseAgreement>[number];

/** Minimum number of assessors for a phrase to be shown. */
const assessorsMin = 2;

/** Leaves out phrases of fewer than two assessors, and phrases that the catalogue no longer contains. */
export function phraseAgreement(agreement: readonly CommentAgreement[], catalogue: Catalogue) {
  const groups = Map.groupBy(agreement, ({ phraseId }) => phraseId);
  return [...groups]
    .flatMap(([phraseId, sides]) => {
      const [first] = sides;
      const phrase = first && findPhrase(catalogue, first.sectionId, phraseId);
      if (!phrase) return [];
      const assessorsOf = (end: 'low' | 'high') => sides.find(({ side }) => side === end)?.raters ?? 0;
      const { left, right, isScale, doubleNeg } = phrase;
      const [low, high] = [assessorsOf('low'), assessorsOf('high')];
      // `of` is the number of all assessors who rated.
      return [{ phraseId, phrase: phrase.phrase, left, right, isScale, doubleNeg, low, high, of: first.of }];
    })
    .filter(({ low, high }) => low + high >= assessorsMin)
    .sort((one, other) => other.low + other.high - (one.low + one.high));
}

const numberClass = 'fill-ink text-13 font-bold tabular-nums';

const phrasePx = 61;
const gapPx = 16;

/** Approximate height of the bars, or of the line of text if there are no phrases. */
export const commentBarsPx = (phrases: number): number => Math.max(21, phrases * (phrasePx + gapPx) - gapPx);

export function CommentBars({ phrases }: { phrases: readonly PhraseAgreement[] }) {
  const { share, agreement } = commentsTexts.bars;
  return (
    <ul className="grid gap-4">
      {phrases.map((phrase) => (
        <li key={phrase.phraseId} className="grid min-w-0 gap-1">
          <p
            className="flex flex-wrap items-baseline justify-between gap-x-3 text-14 leading-[1.35]"
            aria-hidden="true"
          >
            <span className="font-bold">{phrase.phrase}</span>
            <span className="flex-none text-ink-soft tabular-nums">
              {share(Math.min(phrase.low + phrase.high, phrase.of), phrase.of)}
            </span>
          </p>
          <AgreementBar phrase={phrase} label={agreement(phrase)} />
          {phrase.isScale && (
            <p
              className="flex justify-between gap-4 text-13 text-ink-soft [&_span:last-child]:text-right"
              aria-hidden="true"
            >
              <span className={phrase.low > phrase.high ? 'font-bold text-ink' : undefined}>{phrase.left}</span>
              <span className={phrase.high > phrase.low ? 'font-bold text-ink' : undefined}>{phrase.right}</span>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

const heightPx = 18;
const barPx = 12;
const numberPx = 22;
const axisGapPx = 3;
const bar = { y: (heightPx - barPx) / 2, height: barPx, rx: 4 };

/** Low values extend to the left of the middle, high values to the right. A full half stands for all assessors. */
function AgreementBar({ phrase: { low, high, of, doubleNeg }, label }: { phrase: PhraseAgreement; label: string }) {
  const { frame, widthPx } = useWidth<HTMLDivElement>();
  const middle = widthPx / 2;
  const length = scaleLinear<number>({ domain: [0, of], range: [0, middle - numberPx - axisGapPx] });
  return (
    <div ref={frame} className="min-w-0">
      <svg role="img" aria-label={label} width={widthPx} height={heightPx} className="overflow-visible">
        <Bar {...bar} x={middle - axisGapPx - length(of)} width={length(of)} className="fill-tone-strong" />
        <Bar {...bar} x={middle + axisGapPx} width={length(of)} className="fill-tone-strong" />
        {low > 0 && (
          <Bar {...bar} x={middle - axisGapPx - length(low)} width={length(low)} className="fill-line-strong" />
        )}
        {high > 0 && (
          <Bar
            {...bar}
            x={middle + axisGapPx}
            width={length(high)}
            className={doubleNeg ? 'fill-line-strong' : 'fill-success'}
          />
        )}
        <Line from={{ x: middle, y: 0 }} to={{ x: middle, y: heightPx }} className="stroke-ink-soft" />
        {low > 0 && (
          <text x={0} y={heightPx - 5} className={numberClass}>
            {low}
          </text>
        )}
        {high > 0 && (
          <text x={widthPx} y={heightPx - 5} textAnchor="end" className={numberClass}>
            {high}
          </text>
        )}
      </svg>
    </div>
  );
}
