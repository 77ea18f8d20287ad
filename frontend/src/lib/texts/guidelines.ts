import type { GuidelineId } from '@candid/contracts';
import messages from '../../../texts/en/guidelines.json' with { type: 'json' };

interface RuleTexts {
  readonly title: string;
  readonly text: string;
}

/** Title and text of each rule. The contract has the English ones too, for emails. */
export const ruleTexts: Readonly<Record<GuidelineId, RuleTexts>> = messages;

/** The rules in the order of the page `/guidelines`. */
export const ruleIds = Object.keys(messages) as readonly GuidelineId[];
