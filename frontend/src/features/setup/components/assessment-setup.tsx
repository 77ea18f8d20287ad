import {
  type AssessmentOutlook,
  assessmentsRoutes,
  type Catalogue,
  type CurrentUser,
  PRODUCT,
} from '@candid/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import { Crop, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { reasonOf } from '../../../lib/api/errors';
import { useRead } from '../../../lib/query/use-read';
import { setupTexts } from '../../../lib/texts/setup';
import { tokensTexts } from '../../../lib/texts/tokens';
import { type Choice, everyPhrase, toCommentsSelected } from '../../../shared/comments/choice';
import { CroppedPhoto } from '../../../shared/photos/cropped-photo';
import { Photo } from '../../../shared/photos/photo';
import type { NewPhoto, SelectedPhoto } from '../../../shared/photos/selected-photo';
import { basisOf } from '../../../shared/scores/duration-basis';
import { StartFooter } from '../../../shared/setup/start-footer';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Notice } from '../../../ui/notice/notice';
import { ProgressBar } from '../../../ui/progress-bar/progress-bar';
import { Segmented } from '../../../ui/segmented/segmented';
import { Sheet } from '../../../ui/sheet/sheet';
import { Stepper } from '../../../ui/stepper/stepper';
import { costOf, readinessOf, startingSettings } from '../assessment-rules';
import { useStart } from '../start-assessment';
import { AdvancedSettings } from './advanced-settings';

interface AssessmentSetupProps {
  open: boolean;
  user: CurrentUser;
  catalogue: Catalogue;
  photos: readonly SelectedPhoto[];
  photoLimit: number;
  phraseIds?: readonly number[];
  onAdd: () => void;
  onCrop: (photo: NewPhoto) => void;
  onRemove: (photo: SelectedPhoto) => void;
  onStarted: (first: boolean) => void;
  onClose: () => void;
}

export default function AssessmentSetup(props: AssessmentSetupProps) {
  const { user, catalogue, photos, photoLimit } = props;
  const first = !user.hasCompletedFirstAssessment;
  const firstTokens = first
    ? (user.restartTokens ?? costOf(startingSettings, PRODUCT.firstAssessmentPhotos, null))
    : null;
  const [settings, setSettings] = useState(startingSettings);
  const [choice, setChoice] = useState<Choice>(() =>
    props.phraseIds ? new Set(props.phraseIds) : everyPhrase(catalogue),
  );
  const starting = useStart(() => props.onStarted(first));
  const { sent } = starting;
  const asked = { params: { userId: user.userId }, query: { testLimit: settings.testLimit } };
  // Fetches the outlook on each opening, because the owner may have just chosen an audience.
  const fresh = { staleTime: 0, placeholderData: keepPreviousData } as const;
  const query = useRead(assessmentsRoutes.getAssessmentOutlook, asked, fresh);
  const outlook = query.data;
  const times = settings.audienceFirst ? outlook?.audienceFirst : outlook?.anyone;
  const readiness = readinessOf(settings, photos.length, { firstTokens, balanceTokens: user.tokenCount });

  /** Clears the error of the last start when the owner changes a setting. */
  const changing = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      starting.forgetError();
      set(value);
    };
  };
  const change = changing(setSettings);

  const start = () => {
    const commentsSelected = settings.commentsRequired ? toCommentsSelected(catalogue, choice) : [];
    const minComments = settings.commentsRequired ? 1 : 0;
    const full = { ...settings, commentsSelected, minComments };
    starting.start({ userId: user.userId, photos, settings: full });
  };

  return (
    <Sheet
      open={props.open}
      height={first ? 'auto' : 'tall'}
      onClose={() => !starting.busy && props.onClose()}
      title={first ? setupTexts.firstTitle : setupTexts.title}
      description={first ? setupTexts.firstLead : undefined}
      footer={
        <StartFooter
          cost={costOf(settings, photos.length, firstTokens)}
          time={times ? { minutes: times.all, basis: basisOf(times) } : query.isError ? null : undefined}
          balanceTokens={user.tokenCount}
          missingTokens={readiness.missingTokens}
          label={setupTexts.assess}
          busyLabel={setupTexts.starting}
          busy={starting.busy}
          disabled={!readiness.ready}
          onStart={start}
          isAssessor={user.approvedAssessor}
        >
          {readiness.missingPhotos > 0 && (
            <p className="text-14 text-ink-soft" role="status">
              {setupTexts.hint(readiness.missingPhotos)}
            </p>
          )}
          {starting.busy && (
            <ProgressBar
              label={setupTexts.starting}
              share={sent && sent.sent < sent.total ? sent.sent / sent.total : null}
              words={setupTexts.startingWords}
            />
          )}
        </StartFooter>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <SelectedPhotos
          photos={photos}
          limit={photoLimit}
          busy={starting.busy}
          onAdd={props.onAdd}
          onCrop={changing(props.onCrop)}
          onRemove={changing(props.onRemove)}
        />
        {starting.error !== null && !starting.busy && (
          <Notice tone="danger">
            <strong>{setupTexts.failed}</strong> {reasonOf(starting.error)}
          </Notice>
        )}
        {firstTokens !== null && readiness.missingTokens > 0 && (
          <Notice tone="accent">{tokensTexts.firstShort(firstTokens, user.tokenCount, user.approvedAssessor)}</Notice>
        )}
        <Stepper
          label={setupTexts.assessors}
          hint={first ? setupTexts.assessorsFixed : setupTexts.assessorsHint(PRODUCT.plannerRatingsMin)}
          min={PRODUCT.assessorsMin}
          max={PRODUCT.assessorsMax}
          value={settings.testLimit}
          disabled={first || starting.busy}
          onChange={(testLimit) => change({ ...settings, testLimit })}
        />
        {!first && query.isLoadingError && <LoadProblem text={setupTexts.outlookFailed} onRetry={query.refetch} />}
        {!first && outlook && (
          <AudienceChoice
            audience={outlook.audience}
            audienceFirst={settings.audienceFirst ?? false}
            disabled={starting.busy}
            onChange={(audienceFirst) => change({ ...settings, audienceFirst })}
          />
        )}
        {!first && (
          <AdvancedSettings
            settings={settings}
            choice={choice}
            catalogue={catalogue}
            // If the owner asked for certain comments, the section starts open to show them.
            folded={props.phraseIds === undefined}
            onSettings={change}
            onChoice={changing(setChoice)}
          />
        )}
      </div>
    </Sheet>
  );
}

interface SelectedPhotosProps {
  photos: readonly SelectedPhoto[];
  limit: number;
  busy: boolean;
  onAdd: () => void;
  onCrop: (photo: NewPhoto) => void;
  onRemove: (photo: SelectedPhoto) => void;
}

function SelectedPhotos({ photos, limit, busy, onAdd, onCrop, onRemove }: SelectedPhotosProps) {
  return (
    <ul className="grid grid-cols-3 gap-2 wide:grid-cols-4" aria-label={setupTexts.photos}>
      {photos.map((photo, index) => (
        <li key={photo.id} className="relative">
          {photo.kind === 'file' ? (
            <>
              <CroppedPhoto cropped={photo.cropped} alt={setupTexts.selectedPhoto(index + 1)} />
              <IconButton
                variant="scrim"
                size="s"
                floating
                className="right-1 bottom-1"
                label={setupTexts.cropPhoto(index + 1)}
                icon={<Crop />}
                disabled={busy}
                onClick={() => onCrop(photo)}
              />
            </>
          ) : (
            <Photo source={{ path: photo.photo.path }} alt={setupTexts.selectedPhoto(index + 1)} corners="small" />
          )}
          <IconButton
            variant="scrim"
            size="s"
            floating
            className="top-1 right-1"
            label={setupTexts.removePhoto(index + 1)}
            icon={<X />}
            disabled={busy}
            onClick={() => onRemove(photo)}
          />
        </li>
      ))}
      {photos.length < limit && (
        <li className="relative">
          <button
            type="button"
            className="grid aspect-4/5 w-full content-center justify-items-center gap-1 rounded-12 border-[1.5px] border-dashed border-line-strong bg-transparent text-14 font-medium text-ink-soft hover:not-disabled:bg-tone [&_svg]:text-accent-ink"
            disabled={busy}
            onClick={onAdd}
          >
            <Plus aria-hidden="true" />
            {setupTexts.addPhoto}
          </button>
        </li>
      )}
    </ul>
  );
}

interface AudienceChoiceProps {
  audience: AssessmentOutlook['audience'];
  audienceFirst: boolean;
  disabled: boolean;
  onChange: (audienceFirst: boolean) => void;
}

const options = [
  { value: 'anyone', label: setupTexts.anyone },
  { value: 'audience', label: setupTexts.audienceFirst },
] as const;

export function AudienceChoice({ audience, audienceFirst, disabled, onChange }: AudienceChoiceProps) {
  if (audience === null) {
    return (
      <p className="text-14 text-ink-soft">
        {setupTexts.noAudience} <Link to="/account/preferences">{setupTexts.nameAudience}</Link>
      </p>
    );
  }
  return (
    <div className="grid gap-3">
      <Segmented
        label={setupTexts.whoFirst}
        options={options}
        value={audienceFirst ? 'audience' : 'anyone'}
        disabled={disabled}
        onChange={(value) => onChange(value === 'audience')}
      />
      <p className="text-14 text-ink-soft" aria-live="polite">
        {audienceFirst && `${setupTexts.audienceFirstHint} `}
        {setupTexts.audienceActive[audience]}
      </p>
    </div>
  );
}
