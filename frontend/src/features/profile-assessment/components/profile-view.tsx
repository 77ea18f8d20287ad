import type { Catalogue, Photo } from '@candid/contracts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDateTime } from '../../../lib/format/format';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Sheet } from '../../../ui/sheet/sheet';
import { Tabs } from '../../../ui/tabs/tabs';
import type { ProfileGroup } from '../api/groups';
import { stateOf } from '../hooks/group-state';
import type { ProfileAssessments } from '../hooks/use-profile-assessments';
import { ActiveBadge } from './active-badge';
import { GroupActions, hasActions } from './group-actions';
import { GroupProgress } from './group-progress';
import { ProfileCommentsTab } from './profile-comments-tab';
import { ProfileHistoryTab } from './profile-history-tab';
import { ProfilePreview } from './profile-preview';
import { ProfileRange } from './profile-range';
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
