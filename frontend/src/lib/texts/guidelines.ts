import type { GuidelineId } from '@candid/contracts';
import messages from '../../../texts/en/guidelines.json' with { type: 'json' };

const texts: Readonly<Record<GuidelineId, { readonly title: string; readonly text: string }>> = messages;

/** The rules of the guidelines in their order. Statements and cases name a rule by its id. */
export const guidelines = Object.entries(texts).map(([id, rule]) => ({ id: id as GuidelineId, ...rule }));
