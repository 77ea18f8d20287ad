import { transferIdOf } from './transfer-id.js';

export const rewardKey = (submissionId: string): string => `reward:${submissionId}`;
export const rewardTransferId = (submissionId: string): string => transferIdOf(rewardKey(submissionId));
