import type { Catalogue } from '@candid/contracts';
import { setupTexts } from '../../../lib/texts/setup';
import type { Choice } from '../../../shared/comments/choice';
import { CommentSelection } from '../../../shared/setup/comment-selection';
import { Panel } from '../../../ui/panel/panel';
import { Segmented } from '../../../ui/segmented/segmented';
import { Switch } from '../../../ui/switch/switch';
import { type SettingsDraft, setComments, setRatings } from '../assessment-rules';

interface AdvancedSettingsProps {
  settings: SettingsDraft;
  choice: Choice;
  catalogue: Catalogue;
  folded?: boolean;
  onSettings: (settings: SettingsDraft) => void;
  onChoice: (choice: Choice) => void;
}

const tones = [
  { value: 'both', label: setupTexts.tones.both },
  { value: 'positive', label: setupTexts.tones.positive },
] as const;

export function AdvancedSettings(props: AdvancedSettingsProps) {
  const { settings, choice, catalogue, folded = false, onSettings, onChoice } = props;
  return (
    <Panel title={setupTexts.advanced} level={3} folded={folded} revealed>
      <div className="grid grid-cols-1 gap-5">
        <Switch
          label={setupTexts.ratings}
          hint={setupTexts.ratingsHint}
          checked={settings.ratingRequired}
          onChange={(on) => onSettings(setRatings(settings, on))}
        />
        <Switch
          label={setupTexts.comments}
          hint={setupTexts.commentsHint}
          checked={settings.commentsRequired}
          onChange={(on) => onSettings(setComments(settings, on))}
        />
        <CommentSelection
          catalogue={catalogue}
          choice={choice}
          disabled={!settings.commentsRequired}
          onChoice={onChoice}
        >
          <Segmented
            label={setupTexts.tone}
            options={tones}
            value={settings.commentsNegative ? 'both' : 'positive'}
            onChange={(tone) => onSettings({ ...settings, commentsNegative: tone === 'both' })}
          />
        </CommentSelection>
      </div>
    </Panel>
  );
}
