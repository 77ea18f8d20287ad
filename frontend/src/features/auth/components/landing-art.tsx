import { authTexts } from '../../../lib/texts/auth';
import { ScoreChip } from '../../../shared/scores/score-chip';
import { Portrait } from '../../../ui/portrait/portrait';

const cardClass = 'absolute aspect-4/5 overflow-hidden rounded-24 border-4 border-ground bg-tone';

export function LandingArt() {
  return (
    <div className="relative mx-auto aspect-[1/0.74] w-[min(100%,460px)]" aria-hidden="true">
      <div className={`${cardClass} top-[13%] left-[4%] w-[37%] animate-from-middle -rotate-7`}>
        <Portrait person="dusk" />
        <span className="absolute top-2 left-2 block">
          <ScoreChip score={9} />
        </span>
      </div>
      <div className={`${cardClass} top-[13%] right-[4%] w-[37%] animate-from-middle rotate-7`}>
        <Portrait person="coral" />
        <span className="absolute top-2 right-2 block">
          <ScoreChip score={13} />
        </span>
      </div>
      <div className={`${cardClass} top-0 left-[27.5%] w-[45%]`}>
        <Portrait person="field" />
        <span className="absolute top-2 right-2 block">
          <ScoreChip score={17} />
        </span>
        <span className="absolute inset-x-2 bottom-2 rounded-12 bg-scrim px-2 py-1.5 text-center text-13 leading-[1.25] font-medium text-on-scrim">
          {authTexts.artComment}
        </span>
      </div>
      <div className="absolute inset-x-[8%] bottom-0 flex items-center gap-3 rounded-pill border border-line bg-surface px-4 py-3 text-13 font-bold text-ink-soft">
        <span>{authTexts.artScaleStart}</span>
        <span className="relative h-2 flex-1 rounded-pill bg-tone-strong">
          <span className="absolute inset-y-0 right-[4%] left-[66%] rounded-pill bg-line-strong" />
          <span className="absolute -top-[7px] left-[80%] size-5.5 rounded-full border-4 border-surface bg-band-4" />
        </span>
        <span>{authTexts.artScaleEnd}</span>
      </div>
    </div>
  );
}
