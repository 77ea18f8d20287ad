import { PRODUCT, TRIAL } from '@candid/contracts';
import messages from '../../../texts/en/approval.json' with { type: 'json' };
import { dayOf } from '../language/language';
import { filled } from '../language/message';

const trial = { pairs: TRIAL.pairs, trials: TRIAL.perMailbox, minutes: TRIAL.openMs / 60_000 };

export const approvalTexts = {
  ...messages,
  example: filled(messages.example, { min: PRODUCT.scoreMin, max: PRODUCT.scoreMax }),
  trialText: filled(messages.trialText, trial),
  tryPairs: filled(messages.tryPairs, trial),
  trialLater: (at: string) => filled(messages.trialLater, { day: dayOf(new Date(at)) }),
  askText: (email: string) => filled(messages.askText, { email }),
  asked: (email: string, at: string) => filled(messages.asked, { day: dayOf(new Date(at)), email }),
  failedText: (offer: { isOffered: boolean; retryAt: string | null } | undefined): string => {
    const { reason, now, passkey } = messages.failedText;
    if (offer?.isOffered) return `${reason} ${now}`;
    return `${reason} ${offer?.retryAt ? approvalTexts.trialLater(offer.retryAt) : passkey}`;
  },
  trialRules: messages.trialRules.map((rule) => filled(rule, trial)),
  place: (place: number, of: number) => filled(messages.place, { place, of }),
};
