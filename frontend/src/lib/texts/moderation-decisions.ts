import type { Decision, GuidelineId } from '@candid/contracts';
import messages from '../../../texts/en/moderation-decisions.json' with { type: 'json' };
import { filled } from '../language/message';
import { facts } from './facts';

export interface DecisionTexts {
  readonly label: string;
  /** The decision after it was made. */
  readonly decided: string;
  readonly confirm: string;
  readonly done: string;
  readonly effects: readonly string[];
}

const { removePhoto } = messages.decisions;

const decisions: Readonly<Record<Decision, DecisionTexts>> = {
  ...messages.decisions,
  removePhoto: {
    ...removePhoto,
    effects: removePhoto.effects.map((effect) => filled(effect, { time: facts.removedPictures })),
  },
};

export const moderationDecisionTexts = {
  ...messages,
  decisions,
  /** Texts of the decision `noViolation` for a notice whose content was not found and therefore not seen. */
  notFound: messages.notFound satisfies DecisionTexts,
  /** Initial reasons for each rule, addressed to the person concerned. */
  templates: messages.templates satisfies Readonly<Record<GuidelineId, string>>,
  daysProblem: (max: number) => filled(messages.daysProblem, { max }),
  taken: (who: string, until: string) => filled(messages.taken, { who, until }),
};
