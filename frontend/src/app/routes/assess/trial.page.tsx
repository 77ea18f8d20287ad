import { identityRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FeedArt } from '../../../features/assess/components/feed-art';
import { TrialPairs } from '../../../features/assess/components/trial-pairs';
import type { Answer } from '../../../lib/api/call';
import { hasCode, messageOf } from '../../../lib/api/errors';
import { useAct } from '../../../lib/query/use-act';
import { forget, useRead } from '../../../lib/query/use-read';
import { sessionStore } from '../../../lib/session/session-store';
import { approvalTexts } from '../../../lib/texts/approval';
import { errorTexts } from '../../../lib/texts/common';
import { tokensTexts } from '../../../lib/texts/tokens';
import { Button, LinkButton } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Notice } from '../../../ui/notice/notice';
import { HeadedScreen } from '../../shell/headed-screen';
import { PageLoading } from '../../shell/page-loading';
import { Screen } from '../../shell/screen';

type Trial = Answer<typeof identityRoutes.startAssessorTrial>;

/** Qualifies the person as an assessor by pairs of photos, of which one is obviously better. */
export default function TrialPage() {
  const queryClient = useQueryClient();
  const [trial, setTrial] = useState<Trial | null>(null);
  const [isPassed, setPassed] = useState<boolean | null>(null);
  const starting = useAct(identityRoutes.startAssessorTrial, setTrial);
  const answering = useAct(identityRoutes.answerAssessorTrial, ({ assessorToken, ...result }) => {
    if (assessorToken !== null) sessionStore.approveAssessor(assessorToken);
    setPassed(result.isPassed);
    return forget(queryClient, identityRoutes.getAssessorTrial, identityRoutes.getUser);
  });

  const reset = () => {
    setTrial(null);
    setPassed(null);
    answering.reset();
  };
  if (isPassed !== null) return <Result isPassed={isPassed} onAgain={reset} />;
  // A trial whose time is over cannot be answered: the person starts again.
  if (trial && !hasCode(answering.error, 'NOT_FOUND')) {
    const answer = (photoIds: string[]) => {
      const body = { photoIds: photoIds as Trial['pairs'][number][number]['_id'][] };
      answering.run({ params: { trialId: trial.trialId }, body }).catch(() => undefined);
    };
    return (
      <TrialScreen>
        <TrialPairs pairs={trial.pairs} lookMs={trial.lookMs} onDone={answer}>
          {(photoIds) =>
            answering.error === null ? (
              <PageLoading text={approvalTexts.checking} />
            ) : (
              <Notice
                tone="danger"
                action={
                  <Button size="s" onClick={() => answer(photoIds)}>
                    {errorTexts.retry}
                  </Button>
                }
              >
                {messageOf(answering.error)}
              </Notice>
            )
          }
        </TrialPairs>
      </TrialScreen>
    );
  }
  const start = () => {
    // The page would otherwise show the pairs of the trial that is over until the next one opens.
    reset();
    starting.run({}).catch(() => undefined);
  };
  const problem = starting.error ?? answering.error;
  return (
    <HeadedScreen title={approvalTexts.trialHeading} backTo="/approve" width="form">
      <div className="grid gap-4">
        {approvalTexts.trialRules.map((rule) => (
          <p key={rule}>{rule}</p>
        ))}
        {problem !== null && <Notice tone="danger">{messageOf(problem)}</Notice>}
        <Button variant="primary" block busy={starting.busy} onClick={start}>
          {starting.busy ? approvalTexts.starting : approvalTexts.start}
        </Button>
      </div>
    </HeadedScreen>
  );
}

const TrialScreen = ({ children }: { children: ReactNode }) => (
  <HeadedScreen title={approvalTexts.question} backTo="/approve" width="pairs">
    {children}
  </HeadedScreen>
);

function Result({ isPassed, onAgain }: { isPassed: boolean; onAgain: () => void }) {
  const title = isPassed ? approvalTexts.passed : approvalTexts.failed;
  const offer = useRead(identityRoutes.getAssessorTrial, {}, { staleTime: 0, enabled: !isPassed }).data;
  const isOffered = !isPassed && offer?.isOffered;
  return (
    <Screen title={title}>
      <div className="my-auto">
        <EmptyState
          headingLevel={1}
          art={isPassed && <FeedArt />}
          title={title}
          text={isPassed ? tokensTexts.earnText : approvalTexts.failedText(offer)}
          action={
            <>
              {isOffered && (
                <Button variant="primary" onClick={onAgain}>
                  {errorTexts.retry}
                </Button>
              )}
              <LinkButton to={isPassed ? '/feed' : '/approve'} variant={isOffered ? 'secondary' : 'primary'}>
                {isPassed ? approvalTexts.startAssessing : approvalTexts.otherWays}
              </LinkButton>
            </>
          }
        />
      </div>
    </Screen>
  );
}
