import { AppealTokens } from './appeal-tokens.js';
import { CaseQueueQuery, CasesQuery } from './cases.query.js';
import { ChangeBlocks } from './change-blocks.js';
import { FileAppeal } from './file-appeal.js';
import { Moderate } from './moderate.js';
import { ModerationMetrics } from './notice-holds.js';
import { OpenCases } from './open-cases.js';
import { Report, ReporterFactsQuery } from './report.js';
import { SeenPhotosQuery } from './seen-photos.query.js';
import { StatementsQuery, TransparencyQuery } from './statements.query.js';

export const moderation = {
  controllers: [CaseQueueQuery, Moderate, TransparencyQuery, Report, StatementsQuery, FileAppeal, ChangeBlocks],
  providers: [CasesQuery, OpenCases, ReporterFactsQuery, SeenPhotosQuery, AppealTokens, ModerationMetrics],
};
