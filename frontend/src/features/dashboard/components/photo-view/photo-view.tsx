import type { Catalogue, CurrentUser, Photo } from '@candid/contracts';
import { ChartNoAxesColumn, Columns2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useArrivedRatings } from '../../../../lib/live/live-store';
import { dashboardTexts } from '../../../../lib/texts/dashboard';
import { photoViewTexts } from '../../../../lib/texts/photo-view';
import { compareTexts } from '../../../../lib/texts/results';
import { scoreTexts } from '../../../../lib/texts/scores';
import { uploadTexts } from '../../../../lib/texts/upload';
import { expectedLine, useExpected } from '../../../../shared/scores/expected';
import { ProgressRing } from '../../../../shared/scores/progress-ring';
import { ScoreDetails } from '../../../../shared/scores/score-details';
import { ScoreHeadline } from '../../../../shared/scores/score-headline';
import { LinkButton } from '../../../../ui/button/button';
import { Notice } from '../../../../ui/notice/notice';
import { Sheet } from '../../../../ui/sheet/sheet';
import { Tabs } from '../../../../ui/tabs/tabs';
import type { PhotoMoves } from '../../hooks/use-photo-moves';
import { isUnlocked, moderationRefusal } from '../../move-rules';
import { CommentsTab } from './comments-tab';
import { HistoryTab } from './history-tab';
import { PhotoActions } from './photo-actions';
import { PhotoPager } from './photo-pager';
import { SettingsTab } from './settings-tab';

const PhotoStatement = lazy(() => import('../../../../shared/safety/own-statement'));

type Tab = 'comments' | 'assessments' | 'settings';

interface PhotoViewProps {
  open: boolean;
  photo: Photo;
  /** The photos that the arrows step through, including this one. */
  neighbours: readonly Photo[];
  user: CurrentUser | undefined;
  catalogue: Catalogue | undefined;
  moves: PhotoMoves;
  onShow: (photo: Photo) => void;
  onClose: () => void;
  /** Starts a new assessment of this photo, limited to `phraseIds` if they are given. */
  onAssess: (photo: Photo, phraseIds?: readonly number[]) => void;
  onCropAgain: (photo: Photo) => void;
}

export default function PhotoView(props: PhotoViewProps) {
  const { open, photo, neighbours, user, catalogue, moves, onShow, onClose, onAssess, onCropAgain } = props;
  const [tab, setTab] = useState<Tab>('comments');
  const unlocked = isUnlocked(user);
  // An assessment without ratings still has comments. Before the first answer, tabs would be empty.
  const hasResults = photo.timesRated > 0 || photo.comments.length > 0;
  const settings = <SettingsTab photo={photo} user={user} onAssess={() => onAssess(photo)} />;
  return (
    <Sheet
      open={open}
      wide
      addressed
      height="full"
      onClose={onClose}
      title={placeOf(photo)}
      headerActions={
        photo.fairScore && (
          <span className="inline-flex min-h-target items-center">
            <LinkButton
              size="s"
              icon={<Columns2 />}
              to={`/compare?photos=${photo._id}`}
              aria-label={compareTexts.compareThis}
            >
              {dashboardTexts.compare}
            </LinkButton>
          </span>
        )
      }
      footer={
        <PhotoActions
          key={photo._id}
          photo={photo}
          user={user}
          moves={moves}
          onAssess={() => onAssess(photo)}
          onCropAgain={() => onCropAgain(photo)}
          onSettings={hasResults ? () => setTab('settings') : undefined}
        />
      }
    >
      <PhotoNotes key={photo._id} photo={photo} onCropAgain={() => onCropAgain(photo)} />
      <div className="grid grid-cols-1 gap-3 wide:grid-cols-[minmax(0,0.85fr)_minmax(0,1fr)] wide:gap-8">
        <PhotoPager photo={photo} neighbours={neighbours} onShow={onShow} />
        <div className="grid min-w-0 grid-cols-1 content-start gap-2 wide:gap-4">
          <ScoreSummary key={photo._id} photo={photo} />
          {hasResults && (
            <Tabs<Tab>
              label={photoViewTexts.tabs}
              value={tab}
              onChange={setTab}
              tabs={[
                {
                  value: 'comments',
                  label: photoViewTexts.comments,
                  content: (
                    <CommentsTab
                      key={photo._id}
                      photo={photo}
                      onRequest={
                        unlocked && moderationRefusal(photo) === null
                          ? (phraseIds) =>
                              photo.section === 'testing' ? setTab('settings') : onAssess(photo, phraseIds)
                          : undefined
                      }
                    />
                  ),
                },
                {
                  value: 'assessments',
                  label: photoViewTexts.assessments,
                  content: <HistoryTab photo={photo} catalogue={catalogue} />,
                },
                {
                  value: 'settings',
                  label: photoViewTexts.settings,
                  content: settings,
                },
              ]}
            />
          )}
          {!hasResults && photo.section === 'testing' && (
            <section aria-label={photoViewTexts.settings}>{settings}</section>
          )}
          {photo.testId !== null && (photo.section === 'testing' || photo.timesRated > 0) && (
            <LinkButton size="s" icon={<ChartNoAxesColumn />} to={`/test/${photo.testId}`}>
              {photoViewTexts.results}
            </LinkButton>
          )}
        </div>
      </div>
    </Sheet>
  );
}

/** The most important note: why moderation blocks the photo, or a hint about faces before the first rating. */
function PhotoNotes({ photo, onCropAgain }: { photo: Photo; onCropAgain: () => void }) {
  if (moderationRefusal(photo) !== null) {
    return (
      <Suspense>
        <div className="mb-5">
          <PhotoStatement photo={photo} onNewCrop={onCropAgain} />
        </div>
      </Suspense>
    );
  }
  if (photo.timesRated > 0 || (photo.facesSeen !== 'none' && photo.facesSeen !== 'several')) return null;
  return (
    <div className="mb-5">
      <Notice>{uploadTexts.faces[photo.facesSeen]}</Notice>
    </div>
  );
}

function placeOf({ section }: Photo): string {
  if (section === 'testing') return photoViewTexts.inAssessment;
  return section === 'profile' ? dashboardTexts.planner : dashboardTexts.bank;
}

function ScoreSummary({ photo }: { photo: Photo }) {
  const rated = photo.timesRated > 0;
  const arrived = useArrivedRatings(photo._id, photo.timesRated);
  const running = photo.section === 'testing' && photo.testTimesRated < photo.testLimit;
  const { expected, now } = useExpected(running);
  const expectation = expectedLine([photo], expected, now);
  return (
    <section
      className="grid grid-cols-1 justify-items-start gap-3 *:min-w-0 [&_details]:w-full"
      aria-label={scoreTexts.summary}
    >
      <div className="flex w-full items-start justify-between gap-4">
        <div className="grid min-w-0 flex-1 gap-2">
          {rated ? <ScoreHeadline photo={photo} /> : <p className="font-bold">{photoViewTexts.noRating}</p>}
          {!rated && !running && <p className="text-14 text-ink-soft">{photoViewTexts.noRatingLead}</p>}
          {running && expectation && <p className="text-14 text-ink-soft">{expectation}</p>}
        </div>
        {running && <ProgressRing ground="plain" value={photo.testTimesRated} limit={photo.testLimit} />}
      </div>
      {rated && <ScoreDetails photo={photo} />}
      <p role="status" className="sr-only">
        {arrived !== null && scoreTexts.arrived(arrived)}
      </p>
    </section>
  );
}
