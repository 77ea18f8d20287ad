import { approvalTexts } from '../../../lib/texts/approval';
import { ScoreChip } from '../../../shared/scores/score-chip';
import { Portrait } from '../../../ui/portrait/portrait';

/** A drawn example of what an assessor does. */
export function AssessExample() {
  return (
    <figure className="grid gap-3 rounded-16 border border-line bg-surface p-4">
      <div className="grid grid-cols-[minmax(72px,112px)_minmax(0,1fr)] items-center gap-4" aria-hidden="true">
        <span className="block aspect-4/5 overflow-hidden rounded-12">
          <Portrait photo="field" />
        </span>
        <span className="grid gap-3">
          <span className="font-bold">{approvalTexts.exampleQuestion}</span>
          <span className="flex items-center gap-3">
            <span className="relative h-2 flex-1 rounded-pill bg-tone-strong">
              <span className="absolute inset-y-0 left-0 w-4/5 rounded-pill bg-band-4" />
            </span>
            <ScoreChip score={16} size="s" />
          </span>
          <span className="justify-self-start rounded-pill bg-tone px-3 py-1 text-14">
            {approvalTexts.exampleComment}
          </span>
        </span>
      </div>
      <figcaption className="text-14 text-ink-soft">{approvalTexts.example}</figcaption>
    </figure>
  );
}
