import { moderationTexts } from '../../lib/texts/moderation';
import type { KeyGroup } from '../../shared/console/keys';

const { keyWords: words, keyGroups: titles } = moderationTexts;

export const queueKeys: readonly KeyGroup[] = [
  {
    title: titles.queue,
    keys: [
      [['J', 'K'], words.move],
      [['Enter'], words.open],
      [['C'], words.claim],
      [['A'], words.account],
      [['F'], words.filter],
    ],
  },
];

export const caseKeys: readonly KeyGroup[] = [
  {
    title: titles.case,
    keys: [
      [['B'], words.blur],
      [['G'], words.greyscale],
      [['1', '–', '6'], words.decide],
      [['J', 'K'], words.move],
      [['C'], words.claim],
      [['A'], words.account],
      [['U'], words.undo],
      [['Esc'], words.back],
    ],
  },
  {
    title: titles.decision,
    keys: [
      [['1', '–', '6'], words.choose],
      [['B', 'G'], words.sight],
      [['Enter'], words.confirm],
      [[moderationTexts.controlKey, 'Enter'], words.confirmTyping],
      [['Esc'], words.close],
    ],
  },
];
