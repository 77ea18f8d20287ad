import { identityRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useAct } from '../../../lib/query/use-act';
import { useUserId } from '../../../lib/session/use-session';
import { commonTexts } from '../../../lib/texts/common';
import { introTexts } from '../../../lib/texts/first-steps';
import { patchCurrentUser } from '../../../lib/user/current-user';
import { ProgressRing } from '../../../shared/scores/progress-ring';
import { ScoreChip } from '../../../shared/scores/score-chip';
import { Button } from '../../../ui/button/button';
import { useCarousel } from '../../../ui/carousel/use-carousel';
import { classNames } from '../../../ui/dom/dom';
import { Dots } from '../../../ui/dots/dots';
import { Portrait } from '../../../ui/portrait/portrait';
import { Sheet } from '../../../ui/sheet/sheet';

const swipe = { distancePx: 50 };

interface FirstLoginProps {
  open: boolean;
  /** True until the person has closed the dialog once; closing it informs the server. */
  firstTime: boolean;
  /** In tokens. */
  balance: number;
  /** The price of the first assessment, in tokens. */
  cost: number;
  onClose: () => void;
}

export default function FirstLogin({ open, firstTime, balance, cost, onClose }: FirstLoginProps) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const { viewport, index, next, onKeyDown } = useCarousel(swipe);
  const dismissal = useAct(identityRoutes.dismissFirstLogin, ({ data }) => patchCurrentUser(queryClient, userId, data));
  const last = index === introTexts.slides.length - 1;

  const dismiss = () => {
    if (firstTime) {
      patchCurrentUser(queryClient, userId, { hasFirstLoggedIn: true });
      dismissal.run({ params: { userId } }).catch(() => undefined);
    }
    onClose();
  };

  return (
    <Sheet
      open={open}
      onClose={dismiss}
      title={introTexts.title}
      description={introTexts.lead}
      closeLabel={introTexts.skip}
      footer={
        <Button variant="primary" block onClick={last ? dismiss : next}>
          {last ? introTexts.start : introTexts.next}
        </Button>
      }
    >
      <section
        aria-roledescription={commonTexts.carousel}
        aria-label={introTexts.slidesLabel}
        className="grid gap-4"
        onKeyDown={onKeyDown}
      >
        <div className="-mx-5 overflow-hidden" ref={viewport}>
          <div className="flex touch-pan-y touch-pinch-zoom" aria-live="polite">
            {introTexts.slides.map((slide, at) => (
              // biome-ignore lint/a11y/useSemanticElements: the carousel pattern gives a slide the role group
              <div
                key={slide.title}
                role="group"
                aria-roledescription={commonTexts.slide}
                aria-label={introTexts.slideOf(at + 1, introTexts.slides.length)}
                aria-hidden={at !== index}
                className="grid min-w-0 flex-[0_0_100%] content-start justify-items-center gap-2 px-5 text-center"
              >
                <IntroArt step={at} />
                <h3 className="mt-3 text-20">{slide.title}</h3>
                <p className="min-h-[4.6em] max-w-[34ch] text-ink-soft">
                  {at === 0 ? `${slide.text} ${introTexts.cost(cost, balance)}` : slide.text}
                </p>
              </div>
            ))}
          </div>
        </div>
        <Dots count={introTexts.slides.length} index={index} />
      </section>
    </Sheet>
  );
}

function IntroArt({ step }: { step: number }) {
  return (
    <div className="flex w-full justify-center gap-3 rounded-24 bg-tone py-6" aria-hidden="true">
      {step === 0 && (
        <>
          <PhotoCard photo="coral" />
          <span className="relative grid aspect-4/5 w-29 place-items-center overflow-hidden rounded-16 border-2 border-dashed border-line-strong text-accent-ink">
            <Plus />
          </span>
        </>
      )}
      {step === 1 && (
        <>
          <PhotoCard photo="coral" assessors={3} />
          <PhotoCard photo="field" assessors={2} />
        </>
      )}
      {step === 2 && (
        <>
          <PhotoCard photo="coral" score={11} className="scale-[0.86] [&>svg]:opacity-70" />
          <PhotoCard photo="field" score={17} />
        </>
      )}
    </div>
  );
}

interface PhotoCardProps {
  photo: ComponentProps<typeof Portrait>['photo'];
  assessors?: number;
  score?: number;
  className?: string;
}

function PhotoCard({ photo, assessors, score, className }: PhotoCardProps) {
  return (
    <span className={classNames('relative block aspect-4/5 w-29 overflow-hidden rounded-16', className)}>
      <Portrait photo={photo} />
      {assessors !== undefined && (
        <span className="absolute bottom-1.5 left-1.5">
          <ProgressRing value={assessors} limit={4} />
        </span>
      )}
      {score !== undefined && (
        <span className="absolute top-1.5 right-1.5 leading-[0]">
          <ScoreChip score={score} />
        </span>
      )}
    </span>
  );
}
