import {
  AssessorStanding,
  accountRoutes,
  assessmentSettingsRoutes,
  assessmentsRoutes,
  evaluationGroupsRoutes,
  identityRoutes,
  identitySupportRoutes,
  linkedAccountsRoutes,
  type MailKind,
  mailsRoutes,
  type PhotoId,
  PRODUCT,
  photosRoutes,
  pushRoutes,
  ratersRoutes,
  secondFactorRoutes,
  supportAccountRoutes,
  supportCorrectionsRoutes,
  supportLedgerRoutes,
  supportRoutes,
  tokensRoutes,
  type UserId,
} from '@candid/contracts';
import { ask } from '../kernel/services.js';
import {
  asIs,
  caller,
  compose,
  forward,
  inGroup,
  named,
  nothing,
  only,
  ownBody,
  sentBody,
  type TableCall,
  under,
} from './call-table.js';

const PAGE = 50;
const RECONCILIATIONS_PAGE = 20;
const PURCHASE_WAIT_MS = 1_500;
const WHOLE_LEDGER = { timeoutMs: 60_000 };
/** Comparing a passkey with all valid ones is slow. A client may wait 30 s, so this timeout is shorter. */
const PASSKEYS = { timeoutMs: 20_000 };

const SET_ASIDE = 'These tokens are reserved for your next assessment. Unused, you get them back after 15 minutes.';
const GIVEN_BACK = 'You got back the reserved tokens that were not used.';

const STOPPED: Record<MailKind, string> = {
  firstRating: 'You will get no more emails about first ratings.',
  results: 'You will get no more emails about results.',
  ended: 'You will get no more emails about ended assessments.',
  profileResults: 'You will get no more emails about profile results.',
  reportOutcome: 'You will get no more emails about your reports.',
};

const message = (text: string) => () => ({ message: text });
const photo = ({ userId, params }: { userId: UserId; params: { photoId: PhotoId } }) => ({ userId, ...params });
const ownQuery = <Query extends object>({ userId, query }: { userId: UserId; query: Query }) => ({ ...query, userId });
const decided = <P extends object, B extends object>({ params, body }: { params: P; body: B }) => ({
  ...params,
  ...body,
});
const paged = <Query extends { limit?: number | undefined }>({ query }: { query: Query }) => ({
  ...query,
  limit: query.limit ?? PAGE,
});

const account: TableCall[] = [
  forward(
    identityRoutes.requestSignupCode,
    ask.identity.requestSignupCode,
    sentBody,
    message('Your 1-time Sign-Up Code will arrive shortly.'),
  ),
  forward(
    identityRoutes.requestPasswordReset,
    ask.identity.requestPasswordReset,
    sentBody,
    message('If an account exists with this email, you will receive a password reset link shortly.'),
  ),
  forward(identityRoutes.validatePasswordReset, ask.identity.validatePasswordReset, named),
  forward(identityRoutes.approveAssessor, ask.identity.approveAssessor, ownBody, only('assessorToken'), PASSKEYS),
  forward(identityRoutes.getAssessorTrial, ask.identity.getTrialOffer, caller),
  forward(identityRoutes.answerAssessorTrial, ask.identity.answerTrial, ({ userId, params, body }) => ({
    ...params,
    ...body,
    userId,
  })),
  forward(identityRoutes.updateLookingFor, ask.identity.updateLookingFor, ownBody, message('Saved.')),
  forward(identityRoutes.getLocationPreferences, ask.identity.getLocationPreference, caller),
  forward(identityRoutes.updateLocationPreferences, ask.identity.updateLocationPreference, ownBody),
  forward(identityRoutes.getSelfDescription, ask.identity.getSelfDescription, caller, under('selfDescription')),
  forward(identityRoutes.updateSelfDescription, ask.identity.updateSelfDescription, ownBody, under('selfDescription')),
  forward(identityRoutes.clearNotifications, ask.identity.clearNotifications, caller, only('notificationNumber')),
  forward(
    identityRoutes.clearGeneralNotifications,
    ask.identity.clearGeneralNotifications,
    caller,
    only('generalNotifNumber'),
  ),
  forward(
    identityRoutes.sendFeedback,
    ask.identity.sendFeedback,
    ({ body: { feedback, email, subject } }) => ({ feedback, subject, ...(email ? { email } : {}) }),
    message('Thank you for your feedback.'),
  ),
  forward(accountRoutes.listOwnFeedback, ask.account.exportFeedback, (input) => ({
    ...paged(input),
    userId: input.userId,
  })),
  forward(identityRoutes.recordAnalytics, ask.identity.recordAnalytics, sentBody, nothing),
  forward(accountRoutes.listSessions, ask.account.listSessions, caller),
  forward(mailsRoutes.getMailPreferences, ask.identity.getMailPreferences, caller, under('mails')),
  forward(mailsRoutes.updateMailPreferences, ask.identity.updateMailPreferences, ownBody, under('mails')),
  forward(mailsRoutes.confirmEmail, ask.identity.confirmEmail, caller, nothing),
  forward(accountRoutes.updateLanguage, ask.identity.updateLanguage, ownBody),
  forward(mailsRoutes.unsubscribe, ask.identity.unsubscribe, named, ({ mail }) => ({ mail, message: STOPPED[mail] })),
  forward(pushRoutes.getPushState, ask.account.getPushState, caller),
  forward(pushRoutes.subscribeToPush, ask.account.subscribeToPush, ownBody),
  forward(
    pushRoutes.unsubscribeFromPush,
    ask.account.unsubscribeFromPush,
    ({ userId, params }) => ({ ...params, userId }),
    nothing,
  ),
  forward(secondFactorRoutes.getSecondFactor, ask.secondFactor.getSecondFactor, caller),
  forward(secondFactorRoutes.beginSecondFactor, ask.secondFactor.beginSecondFactor, ownBody),
  forward(secondFactorRoutes.replaceRecoveryCodes, ask.secondFactor.replaceRecoveryCodes, ownBody),
  forward(secondFactorRoutes.removeSecondFactor, ask.secondFactor.removeSecondFactor, ownBody, nothing),
  ...[
    forward(
      identityRoutes.resetPassword,
      ask.identity.resetPassword,
      sentBody,
      message('Password successfully reset. You can now log in with your new password.'),
    ),
    forward(
      accountRoutes.changePassword,
      ask.account.changePassword,
      ownBody,
      message('Your password is changed. Every other device is logged out.'),
    ),
    forward(accountRoutes.endSession, ask.account.endSession, ({ userId, params }) => ({ ...params, userId }), nothing),
    forward(secondFactorRoutes.confirmSecondFactor, ask.secondFactor.confirmSecondFactor, ownBody),
  ].map((call) => ({ ...call, endsSessions: true })),
];

const photosAndAssessments: TableCall[] = [
  forward(photosRoutes.setProfile, ask.photos.setProfile, photo, only('wasFirstProfileSet')),
  forward(photosRoutes.returnPhoto, ask.photos.returnPhoto, photo, ({ photo: { section } }) => ({ section })),
  forward(photosRoutes.deactivate, ask.photos.endAndReturn, photo),
  forward(photosRoutes.deletePhoto, ask.photos.deletePhoto, photo),
  forward(assessmentSettingsRoutes.updatePlaceholder, ask.photos.setPlaceholder, ownBody, nothing),
  forward(assessmentSettingsRoutes.emptyProfileEndTesting, ask.photos.endAllOfEmptyPlanner, caller),
  forward(assessmentsRoutes.fetchComments, ask.assessments.getCatalogue, nothing),
  forward(assessmentsRoutes.fetchGeneralComments, ask.assessments.getGeneralCatalogue, nothing),
  forward(assessmentsRoutes.getConfidenceRange, ask.assessments.getConfidenceRange, photo),
  forward(assessmentsRoutes.comparePhotos, ask.assessments.comparePhotos, ownQuery),
  forward(assessmentsRoutes.getCommentAssociations, ask.assessments.getCommentAssociations, caller),
  forward(assessmentsRoutes.getScorePreferences, ask.assessments.getScorePreferences, caller),
  forward(assessmentsRoutes.updateScorePreferences, ask.assessments.updateScorePreferences, ownBody),
  forward(assessmentsRoutes.getAssessmentOutlook, ask.assessments.getAssessmentOutlook, ownQuery),
  forward(assessmentsRoutes.getExpectedRatings, ask.assessments.getExpectedRatings, caller),
  forward(assessmentsRoutes.calculateRefund, ask.assessments.calculateRefund, ownBody, only('refundTokens')),
  forward(
    evaluationGroupsRoutes.requestGroup,
    ask.profiles.requestProfileAssessment,
    ({ userId, body: { evaluatorsCount, ...body } }) => ({ ...body, userId, assessorsCount: evaluatorsCount }),
    ({ profileAssessmentId: groupId, remainingTokens }, { body }) => ({
      message: 'Your profile assessment has started.',
      estimatedTime: body.evaluatorsCount * PRODUCT.minutesPerProfileAssessor,
      groupId,
      newTokenCount: remainingTokens,
    }),
  ),
  forward(
    evaluationGroupsRoutes.getGeneralRatings,
    ask.profiles.getProfileRatings,
    ownQuery,
    ({ ratings, nextCursor }) => ({ ratings: ratings.map(inGroup), nextCursor }),
  ),
  forward(
    evaluationGroupsRoutes.getProfileConfidenceRange,
    ask.profiles.getProfileConfidenceRange,
    ({ userId, params }) => ({ userId, profileAssessmentId: params.groupId }),
  ),
  forward(ratersRoutes.getRaterStanding, ask.standing.getAssessorStanding, caller, (standing) =>
    AssessorStanding.parse(standing),
  ),
  forward(ratersRoutes.appealRaterStanding, ask.standing.appealAssessorStanding, ownBody),
];

const tokens: TableCall[] = [
  // The reward was booked when the ratings were accepted. The amount that the client sends has no effect.
  forward(tokensRoutes.updateTokens, ask.tokens.getBalance, caller, ({ available }) => ({ tokenCount: available })),
  compose(tokensRoutes.chargeTokens, async (call, { userId, body: { testLimit: assessors } }) => {
    const isHeld = assessors > 0;
    const { available: remainingTokens } = await (isHeld
      ? call(ask.tokens.holdForNextStart, { userId, assessors })
      : call(ask.tokens.releaseUnusedHolds, { userId }));
    return { remainingTokens, message: isHeld ? SET_ASIDE : GIVEN_BACK };
  }),
  forward(tokensRoutes.listTokenPacks, ask.tokens.listPacks, nothing),
  forward(tokensRoutes.getStatement, ask.tokens.getStatement, (input) => ({ ...paged(input), userId: input.userId })),
  forward(tokensRoutes.createCheckoutSession, ask.tokens.createCheckout, sentBody, ({ sessionId, url }) => ({
    id: sessionId,
    url,
  })),
  forward(
    tokensRoutes.addTokens,
    ask.tokens.getBalanceAfterPurchase,
    ({ userId, body: { sessionId } }) => ({
      userId,
      ...(sessionId !== undefined && { sessionId }),
      waitMs: PURCHASE_WAIT_MS,
    }),
    ({ available }) => ({ tokenCount: available }),
  ),
];

const support: TableCall[] = [
  forward(ratersRoutes.listRaters, ask.standing.listJudgedAssessors, paged, ({ assessors, nextCursor }) => ({
    raters: assessors,
    nextCursor,
  })),
  forward(ratersRoutes.reinstateRater, ask.standing.reinstateAssessor, ({ params, body }) => ({
    userId: params.userId,
    reason: body.reason,
  })),
  forward(
    ratersRoutes.registerGoldTest,
    ask.standing.registerGoldPair,
    ({ body: { finePhotoId, badPhotoId, isForTrials } }) => ({ finePhotoId, badPhotoId, isForTrials }),
  ),
  forward(supportAccountRoutes.revealAccount, ask.support.revealEmail, named),
  forward(linkedAccountsRoutes.listLinkedAccounts, ask.linkedAccounts.listLinkedAccounts, paged),
  forward(linkedAccountsRoutes.getLinkedAccounts, ask.linkedAccounts.getLinkedAccounts, named),
  forward(identitySupportRoutes.listFeedback, ask.support.listFeedback, paged),
  forward(identitySupportRoutes.getFeedback, ask.support.getFeedback, named),
  forward(identitySupportRoutes.revealFeedback, ask.support.revealFeedback, named),
  forward(identitySupportRoutes.listPasskeys, ask.support.listPasskeys, nothing),
  forward(identitySupportRoutes.addPasskey, ask.support.addPasskey, ({ body: { name, secret } }) => ({
    name,
    ...(secret !== undefined && { secret }),
  })),
  forward(identitySupportRoutes.listPasskeyBatches, ask.support.listPasskeyBatches, paged),
  forward(
    identitySupportRoutes.addPasskeyBatch,
    ask.support.addPasskeyBatch,
    ({ body: { name, count, validDays } }) => ({ name, count, validDays }),
  ),
  forward(identitySupportRoutes.getPasskeyBatch, ask.support.getPasskeyBatch, named),
  forward(identitySupportRoutes.revokePasskeyBatch, ask.support.revokePasskeyBatch, named),
  forward(identitySupportRoutes.revokePersonalPasskey, ask.support.revokePersonalPasskey, named),
  forward(identitySupportRoutes.revokePasskey, ask.support.revokePasskey, named),
  forward(supportLedgerRoutes.getAccountStatement, ask.tokens.getAccountStatement, (input) => ({
    ...paged(input),
    userId: input.params.userId,
  })),
  forward(
    supportLedgerRoutes.verifyLedger,
    ask.tokens.verifyLedger,
    ({ query }) => ({ full: query.full === 'true' }),
    asIs,
    WHOLE_LEDGER,
  ),
  forward(
    supportLedgerRoutes.reconcile,
    ask.tokens.reconcile,
    ({ query }) => ({ full: query.full === 'true' }),
    ({ checkedAt, checks }) => ({ ok: checks.every(({ ok }) => ok), checkedAt, checks }),
    WHOLE_LEDGER,
  ),
  forward(supportLedgerRoutes.listReconciliations, ask.tokens.listReconciliations, ({ query }) => ({
    ...query,
    limit: query.limit ?? RECONCILIATIONS_PAGE,
  })),
  forward(supportRoutes.trialBalance, ask.tokens.trialBalance, ({ query }) => query),
  forward(
    supportRoutes.grant,
    ask.tokens.grant,
    ({ params, body: { amount, reason, ticket } }) => ({
      userId: params.userId,
      amountTokens: amount,
      reason,
      ...(ticket ? { ticket } : {}),
    }),
    ({ transferId, available }) => ({ transferId, balance: available }),
  ),
  forward(
    supportCorrectionsRoutes.requestCorrection,
    ask.corrections.requestCorrection,
    ({ body: { amount: amountTokens, ticket, ...rest } }) => ({ ...rest, amountTokens, ...(ticket && { ticket }) }),
  ),
  forward(supportCorrectionsRoutes.listCorrections, ask.corrections.listCorrections, paged),
  forward(supportCorrectionsRoutes.approveCorrection, ask.corrections.approveCorrection, decided),
  forward(supportCorrectionsRoutes.rejectCorrection, ask.corrections.rejectCorrection, decided),
];

export const forwardedCalls: readonly TableCall[] = [...account, ...photosAndAssessments, ...tokens, ...support];
