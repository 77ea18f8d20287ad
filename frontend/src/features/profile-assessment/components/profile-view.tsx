import { type Catalogue, evaluationGroupsRoutes, type Photo } from '@candid/contracts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDateTime } from '../../../lib/format/format';
import { useRead } from '../../../lib/query/use-read';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { scoreTexts } from '../../../lib/texts/scores';
import { RangeBand } from '../../../shared/scores/range-band';
import { ScoreChip } from '../../../shared/scores/score-chip';
import { scoreMax, scoreMin } from '../../../shared/scores/scores';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Sheet } from '../../../ui/sheet/sheet';
import { Tabs } from '../../../ui/tabs/tabs';
import type { ProfileAssessments } from '../hooks/use-profile-assessments';
import { type ProfileRound, stateOf } from '../round-state';
import { ProfilePreview } from './profile-preview';
import { ProfileCommentsTab, ProfileHistoryTab, scoreOf, useGeneralRatings } from './profile-tabs';
import { ActiveBadge, RoundActions, RoundProgress } from './round-actions';

type Tab = 'comments' | 'assessments';

interface ProfileViewProps {
  open: boolean;
  round: ProfileRound | undefined;
  photos: readonly Photo[];
  catalogue: Catalogue | undefined;
  assessments: ProfileAssessments;
  onShow: (round: ProfileRound) => void;
  onSetUp: (phraseIds?: readonly number[]) => void;
  onClose: () => void;
}

export default function ProfileView(props: ProfileViewProps) {
  const { open, round, catalogue, assessments, onSetUp } = props;
  const { see } = assessments.notifications;
  const [tab, setTab] = useState<Tab>('comments');
  const photos = round?.photos ?? props.photos;
  const current = round === undefined || round.isCurrentProfile;
  const state = stateOf(round);

  // biome-ignore lint/correctness/useExhaustiveDependencies: comments that arrive while the sheet is open count as seen
  useEffect(() => {
    if (open) see();
  }, [open, assessments.notifications.count]);

  return (
    <Sheet
      open={open}
      wide
      addressed
      height="full"
      onClose={props.onClose}
      title={texts.view}
      description={round && formatDateTime(round.currentTestStartedAt)}
      headerActions={<Steps {...props} />}
      footer={
        <div className="wide:w-[min(420px,100%)] wide:justify-self-end">
          <RoundActions
            round={round}
            busy={assessments.busy}
            main
            requestLabel={round ? texts.requestComments : texts.request}
            onSettings={() => onSetUp()}
            onRequest={() => onSetUp()}
            onEnd={() => round && assessments.askToEnd(round)}
            onDone={() => round && void assessments.confirm(round)}
          />
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-5 wide:grid-cols-[minmax(0,0.85fr)_minmax(0,1fr)] wide:gap-8">
        <div className="grid min-w-0 grid-cols-1 content-start gap-4 wide:sticky wide:top-0 wide:self-start">
          {current && <ActiveBadge />}
          <ProfilePreview photos={photos} />
        </div>
        <div className="grid min-w-0 grid-cols-1 content-start gap-4">
          {round ? (
            <>
              {(state === 'assessing' || state === 'complete') && <RoundProgress round={round} />}
              <ProfileRange round={round} />
              <Tabs<Tab>
                label={texts.tabs}
                value={tab}
                onChange={setTab}
                tabs={[
                  {
                    value: 'comments',
                    label: texts.comments,
                    content: (
                      <ProfileCommentsTab
                        key={round.groupId}
                        round={round}
                        catalogue={catalogue}
                        onRequest={state === 'confirmed' ? onSetUp : undefined}
                      />
                    ),
                  },
                  {
                    value: 'assessments',
                    label: texts.assessments,
                    content: <ProfileHistoryTab round={round} catalogue={catalogue} />,
                  },
                ]}
              />
            </>
          ) : (
            <EmptyState title={texts.none} text={texts.widgetLead} />
          )}
        </div>
      </div>
    </Sheet>
  );
}

function Steps({ round, assessments: { rounds }, onShow }: ProfileViewProps) {
  if (!round || rounds.length < 2) return null;
  const at = rounds.findIndex(({ groupId }) => groupId === round.groupId);
  const [newer, earlier] = [rounds[at - 1], rounds[at + 1]];
  return (
    <>
      <IconButton
        label={texts.previous}
        icon={<ChevronLeft />}
        disabled={!newer}
        onClick={() => newer && onShow(newer)}
      />
      <IconButton
        label={texts.next}
        icon={<ChevronRight />}
        disabled={!earlier}
        onClick={() => earlier && onShow(earlier)}
      />
    </>
  );
}

function ProfileRange({ round }: { round: ProfileRound }) {
  const { groupId } = round;
  const range = useRead(evaluationGroupsRoutes.getProfileConfidenceRange, { params: { groupId } });
  const ratings = useGeneralRatings();
  const [low, high] = range.data?.confidenceRange ?? [scoreMin, scoreMax];
  const { score, assessors } = scoreOf(ratings.data?.rows ?? [], groupId);
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3 text-14">
        <ScoreChip score={score === null ? null : Math.floor(score + 0.5)} />
        <span className="flex-1 font-medium">{texts.range}</span>
        <span className="text-ink-soft">
          {assessors === 0 || !range.data ? texts.rangeLead(assessors) : scoreTexts.level[range.data.level]}
        </span>
      </p>
      <RangeBand low={low} high={high} score={score} />
    </div>
  );
}
