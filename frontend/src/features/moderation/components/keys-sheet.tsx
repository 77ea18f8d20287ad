import { moderationTexts } from '../../../lib/texts/moderation';
import { type KeyGroup, KeysSheet } from '../../../shared/console/keys';

const words = moderationTexts.keyWords;
const groups: readonly KeyGroup[] = [
  {
    title: moderationTexts.keyGroups.queue,
    keys: [
      [['J', 'K'], words.move],
      [['Enter'], words.open],
      [['C'], words.claim],
      [['F'], words.filter],
    ],
  },
  {
    title: moderationTexts.keyGroups.case,
    keys: [
      [['B'], words.blur],
      [['G'], words.greyscale],
      [['1', '–', '6'], words.decide],
      [['J', 'K'], words.move],
      [['C'], words.claim],
      [['U'], words.undo],
      [['Esc'], words.back],
      [['?'], words.keys],
    ],
  },
  {
    title: moderationTexts.keyGroups.decision,
    keys: [
      [['1', '–', '6'], words.choose],
      [['Enter'], words.confirm],
      [['Ctrl', 'Enter'], words.confirmTyping],
      [['Esc'], words.close],
    ],
  },
];

export function ModerationKeys({ open, onClose }: { open: boolean; onClose: () => void }) {
  return <KeysSheet open={open} onClose={onClose} groups={groups} />;
}
