import { Lock, Scale, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUserId } from '../../../lib/session/use-session';
import { moderationDecisionTexts as texts } from '../../../lib/texts/moderation-decisions';
import { type ShownCase, useMoreReports } from '../case';
import { judgedDecision, mayNotText, type Stage } from '../case-state';
import { ArrangedWarning, Notices, Ratings, Reports, Screening, Subject } from './case-sections';
import { DecisionCard, Decisions } from './decisions';
import { takenText } from './marks';
import { PhotoPanel, type Sight } from './photo-panel';

interface CaseBodyProps {
  shown: ShownCase;
  stage: Stage;
  now: number;
  sight: Sight;
  onLost: () => void;
}

export function CaseBody({ shown, stage, now, sight, onLost }: CaseBodyProps) {
  const isCompared = shown.photos.some(({ photoId }) => photoId !== shown.photoId);
  const hasPhoto = shown.photos.length > 0;
  return (
    <>
      <Alerts shown={shown} stage={stage} now={now} />
      <div
        className="grid grid-cols-1 gap-6 pb-6 min-[1000px]:data-[photo=compared]:grid-cols-[minmax(0,500px)_minmax(0,1fr)] min-[1000px]:data-[photo=one]:grid-cols-[minmax(0,340px)_minmax(0,1fr)]"
        data-photo={isCompared ? 'compared' : hasPhoto ? 'one' : 'none'}
      >
        {hasPhoto && (
          <div className="min-[1000px]:sticky min-[1000px]:top-[77px] min-[1000px]:self-start">
            <PhotoPanel shown={shown} sight={sight} onLost={onLost} />
          </div>
        )}
        <div className="min-w-0 [&_h2]:text-16 [&>section]:mb-5 [&>section]:gap-2">
          <ToJudge shown={shown} />
          {isOver(stage) && <Decisions decisions={shown.decisions} shown={shown} />}
          {stage !== 'sealed' && (
            <>
              <Reported shown={shown} />
              {shown.kind === 'photo' && <Screening screening={shown.screening} />}
            </>
          )}
          <Subject shown={shown} />
          {!isOver(stage) && <Decisions decisions={otherDecisions(shown)} shown={shown} />}
        </div>
      </div>
    </>
  );
}

function Reported({ shown }: { shown: ShownCase }) {
  const pages = useMoreReports(shown);
  const all = [shown, ...pages.more];
  return (
    <>
      <Reports detail={all.flatMap(({ detail }) => detail)} total={shown.reports} pages={pages}>
        <ArrangedWarning pattern={shown.pattern} />
      </Reports>
      <Ratings ratings={all.flatMap(({ ratings }) => ratings)} />
      <Notices notices={all.flatMap(({ notices }) => notices)} />
    </>
  );
}

const isOver = (stage: Stage): boolean => stage === 'decided' || stage === 'sealed';

function otherDecisions(shown: ShownCase) {
  const judged = judgedDecision(shown);
  return shown.decisions.filter((decision) => decision !== judged);
}

function ToJudge({ shown }: { shown: ShownCase }) {
  const decision = judgedDecision(shown);
  if (!decision) return null;
  return (
    <section className="[&>div]:border-line-strong" aria-label={texts.appealAgainst}>
      <DecisionCard decision={decision} shown={shown} />
    </section>
  );
}

function Alerts({ shown, stage, now }: { shown: ShownCase; stage: Stage; now: number }) {
  const userId = useUserId();
  const mayNot = isOver(stage) ? undefined : mayNotText(shown, userId);
  const taken = isOver(stage) ? undefined : takenText(shown, userId, now);
  return (
    <div className="grid gap-2 not-empty:mb-4">
      {stage === 'sealed' && (
        <Alert icon={<Lock aria-hidden="true" />} title={texts.sealedTitle}>
          {texts.sealed}
        </Alert>
      )}
      {stage === 'second' && !mayNot && <Alert icon={<Scale aria-hidden="true" />}>{texts.closureProposed}</Alert>}
      {mayNot && <Alert icon={<UserRoundX aria-hidden="true" />}>{mayNot}</Alert>}
      {taken && <Alert icon={<UserRoundX aria-hidden="true" />}>{taken}</Alert>}
    </div>
  );
}

export function Alert({ icon, title, children }: { icon: ReactNode; title?: string; children: ReactNode }) {
  return (
    <div
      className="flex max-w-[80ch] gap-3 rounded-12 bg-tone px-4 py-3 text-14 [&>svg]:size-5 [&>svg]:flex-none"
      role="note"
    >
      {icon}
      <div>
        {title && <p className="font-bold">{title}</p>}
        <p>{children}</p>
      </div>
    </div>
  );
}
