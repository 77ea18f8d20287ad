import { type Catalogue, type CurrentUser, PRODUCT } from '@candid/contracts';
import { useState } from 'react';
import { reasonOf } from '../../../lib/api/errors';
import { type Choice, everyPhrase, toCommentsSelected } from '../../../lib/comments/choice';
import type { SelectedPhoto } from '../../../lib/selection/selected-photo';
import { setupTexts } from '../../../lib/texts/setup';
import { Notice } from '../../../ui/notice/notice';
import setup from '../../../ui/setup/setup.module.css';
import { Sheet } from '../../../ui/sheet/sheet';
import { Stepper } from '../../../ui/stepper/stepper';
import { costOf, readinessOf, startingSettings } from '../hooks/assessment-rules';
import { useStart } from '../hooks/use-start';
import { AdvancedSettings } from './advanced-settings';
import { SelectedPhotos } from './selected-photos';
import { SetupFooter } from './setup-footer';

interface AssessmentSetupProps {
  open: boolean;
  user: CurrentUser;
  catalogue: Catalogue;
  photos: readonly SelectedPhoto[];
  /** How many photos may be selected in all. */
  photoLimit: number;
  /** The phrases asked for; all of them where none are named. */
  phraseIds?: readonly number[];
  onAdd: () => void;
  onRemove: (photo: SelectedPhoto) => void;
  onStarted: (first: boolean) => void;
  /** Some could not be started; these were. */
  onSomeStarted: (ids: readonly string[]) => void;
  onBuyTokens: () => void;
  onClose: () => void;
}

/** Says what the chosen photos are to be asked, what it costs and how long it takes, and starts it. */
export default function AssessmentSetup(props: AssessmentSetupProps) {
  const { user, catalogue, photos, photoLimit } = props;
  const first = !user.hasCompletedFirstAssessment;
  const [settings, setSettings] = useState(() => startingSettings(first));
  const [choice, setChoice] = useState<Choice>(() =>
    props.phraseIds ? new Set(props.phraseIds) : everyPhrase(catalogue),
  );
  const starting = useStart({ onAllStarted: () => props.onStarted(first), onSomeStarted: props.onSomeStarted });
  const readiness = readinessOf(settings, photos.length, { first, balanceTokens: user.tokenCount });

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
        <SetupFooter
          settings={settings}
          photoCount={photos.length}
          readiness={readiness}
          balanceTokens={user.tokenCount}
          first={first}
          busy={starting.busy}
          sent={starting.sent}
          onAssess={start}
          onBuyTokens={props.onBuyTokens}
        />
      }
    >
      <div className={setup.stack}>
        <SelectedPhotos
          photos={photos}
          limit={photoLimit}
          busy={starting.busy}
          onAdd={props.onAdd}
          onRemove={props.onRemove}
        />
        {starting.error !== null && !starting.busy && (
          <Notice tone="danger">
            <strong>{setupTexts.failed}</strong> {reasonOf(starting.error)}
          </Notice>
        )}
        {first && readiness.missingTokens > 0 && (
          <Notice tone="accent">
            {setupTexts.firstShort(costOf(settings, PRODUCT.firstAssessmentPhotos), user.tokenCount)}
          </Notice>
        )}
        <Stepper
          label={setupTexts.assessors}
          hint={first ? setupTexts.assessorsFixed : setupTexts.assessorsHint}
          fewerLabel={setupTexts.fewer}
          moreLabel={setupTexts.more}
          min={PRODUCT.assessorsMin}
          max={PRODUCT.assessorsMax}
          value={settings.testLimit}
          disabled={first || starting.busy}
          onChange={(testLimit) => setSettings({ ...settings, testLimit })}
        />
        {!first && (
          <AdvancedSettings
            settings={settings}
            choice={choice}
            catalogue={catalogue}
            // Comments that were asked for by name are shown with what else can be set.
            folded={props.phraseIds === undefined}
            onSettings={setSettings}
            onChoice={setChoice}
          />
        )}
      </div>
    </Sheet>
  );
}
