import type { Catalogue, Photo } from '@candid/contracts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDateTime } from '../../../lib/format/format';
import { scoreMax, scoreMin } from '../../../lib/scores/scores';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { scoreTexts } from '../../../lib/texts/scores';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { RangeBand } from '../../../ui/range-band/range-band';
import { ScoreChip } from '../../../ui/score-chip/score-chip';
import { Sheet } from '../../../ui/sheet/sheet';
import { Tabs } from '../../../ui/tabs/tabs';
import type { ProfileGroup } from '../api/groups';
import { scoreOf, useGeneralRatings, useProfileRange } from '../api/profile-ratings';
import { stateOf } from '../group-state';
import type { ProfileAssessments } from '../hooks/use-profile-assessments';
import { ActiveBadge, GroupActions, GroupProgress, hasActions } from './group-actions';
import { ProfilePreview } from './profile-preview';
import { ProfileCommentsTab, ProfileHistoryTab } from './profile-tabs';
import styles from './profile-view.module.css';

type Tab = 'comments' | 'assessments';

interface ProfileViewProps {
  open: boolean;
  /** Undefined for the planner's photos where nobody was asked about them. */
  group: ProfileGroup | undefined;
  /** Of the planner. */
  photos: readonly Photo[];
  catalogue: Catalogue | undefined;
  assessments: ProfileAssessments;
  onShow: (group: ProfileGroup) => void;
  onSetUp: (phraseIds?: readonly number[]) => void;
  onClose: () => void;
}

/** One profile with what people say about it; the others are a step away. */
export default function ProfileView(props: ProfileViewProps) {
  const { open, group, assessments, onSetUp } = props;
  const { see } = assessments.notifications;
  const [tab, setTab] = useState<Tab>('comments');
  const photos = group?.photos ?? props.photos;
  const current = group === undefined || group.isCurrentProfile;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what arrives while the sheet is open has been seen as well
  useEffect(() => {
    if (open) see();
  }, [open, assessments.notifications.count]);

  return (
    <Sheet
      open={open}
      wide
      height="full"
      onClose={props.onClose}
      title={texts.view}
      description={group && formatDateTime(group.currentTestStartedAt)}
      headerActions={<Steps {...props} />}
      footer={
        hasActions(group) && (
          <div className={styles.actions}>
            <GroupActions
              group={group}
              busy={assessments.busy}
              main
              requestLabel={group ? texts.requestComments : texts.request}
              onSettings={() => onSetUp()}
              onRequest={() => onSetUp()}
              onEnd={() => group && assessments.askToEnd(group)}
              onDone={() => group && void assessments.confirm(group)}
            />
          </div>
        )
      }
    >
      <div className={styles.columns}>
        <div className={styles.profile}>
          {current && <ActiveBadge />}
          <ProfilePreview photos={photos} />
        </div>
        <div className={styles.about}>
          {group ? (
            <About {...props} group={group} tab={tab} onTab={setTab} />
          ) : (
            <EmptyState title={texts.none} text={texts.widgetLead} />
          )}
        </div>
      </div>
    </Sheet>
  );
}

/** To the newer and the earlier assessment. */
function Steps({ group, assessments: { groups }, onShow }: ProfileViewProps) {
  if (!group || groups.length < 2) return null;
  const at = groups.findIndex(({ groupId }) => groupId === group.groupId);
  const [newer, earlier] = [groups[at - 1], groups[at + 1]];
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

interface AboutProps extends ProfileViewProps {
  group: ProfileGroup;
  tab: Tab;
  onTab: (tab: Tab) => void;
}

function About({ group, catalogue, onSetUp, tab, onTab }: AboutProps) {
  const state = stateOf(group);
  const request = group.isCurrentProfile ? onSetUp : undefined;
  return (
    <>
      {(state === 'assessing' || state === 'complete') && <GroupProgress group={group} />}
      <ProfileRange group={group} />
      <Tabs<Tab>
        label={texts.tabs}
        value={tab}
        onChange={onTab}
        tabs={[
          {
            value: 'comments',
            label: texts.comments,
            content: (
              <ProfileCommentsTab
                key={group.groupId}
                group={group}
                catalogue={catalogue}
                onRequest={state === 'confirmed' ? request : undefined}
              />
            ),
          },
          {
            value: 'assessments',
            label: texts.assessments,
            content: <ProfileHistoryTab group={group} catalogue={catalogue} />,
          },
        ]}
      />
    </>
  );
}

/** How the profile scores by the sliders of its comments, and how sure that is. */
function ProfileRange({ group }: { group: ProfileGroup }) {
  const range = useProfileRange(group.groupId, true);
  const ratings = useGeneralRatings(true);
  const [low, high] = range.data?.confidenceRange ?? [scoreMin, scoreMax];
  const all = ratings.data?.pages.flatMap((page) => page.ratings) ?? [];
  const { score, assessors } = scoreOf(all, group.groupId);
  return (
    <div className={styles.range}>
      <p className={styles.words}>
        <ScoreChip score={score === null ? null : Math.floor(score + 0.5)} />
        <span className={styles.title}>{texts.range}</span>
        <span className={styles.level}>
          {assessors === 0 || !range.data ? texts.rangeLead(assessors) : scoreTexts.level[range.data.level]}
        </span>
      </p>
      <RangeBand low={low} high={high} score={score} />
    </div>
  );
}
