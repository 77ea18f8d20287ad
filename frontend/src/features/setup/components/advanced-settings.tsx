import type { Catalogue } from '@candid/contracts';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Choice } from '../../../lib/comments/choice';
import { setupTexts } from '../../../lib/texts/setup';
import { Panel } from '../../../ui/panel/panel';
import { Switch } from '../../../ui/switch/switch';
import { type SettingsDraft, setComments, setRatings } from '../hooks/assessment-rules';
import styles from './assessment-setup.module.css';
import { CommentSelection } from './comment-selection';

interface AdvancedSettingsProps {
  settings: SettingsDraft;
  choice: Choice;
  catalogue: Catalogue;
  /** At first; nothing in it has to be touched. */
  folded?: boolean;
  onSettings: (settings: SettingsDraft) => void;
  onChoice: (choice: Choice) => void;
}

export function AdvancedSettings({
  settings,
  choice,
  catalogue,
  folded = false,
  onSettings,
  onChoice,
}: AdvancedSettingsProps) {
  const [choosing, setChoosing] = useState(false);
  return (
    <Panel title={setupTexts.advanced} level={3} folded={folded}>
      <div className={styles.stack}>
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
        <button
          type="button"
          className={styles.row}
          disabled={!settings.commentsRequired}
          onClick={() => setChoosing(true)}
        >
          {setupTexts.selection}
          <span className={styles.count}>{setupTexts.selectionCount(choice.size)}</span>
          <ChevronRight aria-hidden="true" />
        </button>
      </div>
      <CommentSelection
        open={choosing}
        catalogue={catalogue}
        choice={choice}
        negative={settings.commentsNegative}
        onChoice={onChoice}
        onNegative={(commentsNegative) => onSettings({ ...settings, commentsNegative })}
        onClose={() => setChoosing(false)}
      />
    </Panel>
  );
}
