import messages from '../../../texts/en/meanwhile.json' with { type: 'json' };
import { filled } from '../language/message';
import { facts } from './facts';
import { uploadTexts } from './upload';

const tokens = facts.photoReward;

/** Texts of what an owner can do while the first assessment runs. The page loads them after its photos. */
export const meanwhileTexts = {
  ...messages,
  assess: {
    ...messages.assess,
    text: filled(messages.assess.text, { tokens }),
    approveFirst: filled(messages.assess.approveFirst, { tokens }),
  },
  more: { ...messages.more, text: uploadTexts.leads.unrated },
};
