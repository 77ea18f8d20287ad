import type { AssessmentOutlook } from '@candid/contracts';
import { Link } from 'react-router-dom';
import { setupTexts } from '../../../lib/texts/setup';
import setup from '../../../shared/setup/setup.module.css';
import { Segmented } from '../../../ui/segmented/segmented';

interface AudienceChoiceProps {
  /** Null if the owner names no audience. */
  audience: AssessmentOutlook['audience'];
  audienceFirst: boolean;
  disabled: boolean;
  onChange: (audienceFirst: boolean) => void;
}

const options = [
  { value: 'anyone', label: setupTexts.anyone },
  { value: 'audience', label: setupTexts.audienceFirst },
] as const;

/** Chooses who gets the assessment first. Without an audience it says where to choose one. */
export function AudienceChoice({ audience, audienceFirst, disabled, onChange }: AudienceChoiceProps) {
  if (audience === null) {
    return (
      <p className={setup.hint}>
        {setupTexts.noAudience} <Link to="/account/preferences">{setupTexts.nameAudience}</Link>
      </p>
    );
  }
  return (
    <div className={setup.heading}>
      <Segmented
        label={setupTexts.whoFirst}
        options={options}
        value={audienceFirst ? 'audience' : 'anyone'}
        disabled={disabled}
        onChange={(value) => onChange(value === 'audience')}
      />
      <p className={setup.hint} aria-live="polite">
        {audienceFirst && `${setupTexts.audienceFirstHint} `}
        {setupTexts.audienceActive[audience]}
      </p>
    </div>
  );
}
