import { type CurrentUser, identityRoutes as routes, type UserId } from '@candid/contracts';
import { ask, type ServiceCall } from '../services/services.js';
import { compose, type TableCall } from './call-table.js';

export const accountCalls: TableCall[] = [
  compose(routes.getUser, async (call, { userId }) => ({ user: await currentUser(call, userId) })),
  compose(routes.profile, (call, { userId }) => currentUser(call, userId)),
  {
    route: routes.dismissFirstLogin,
    answer: async (services, { userId, context }) => {
      const call = services.callsFor(context);
      // Before the act, after which nothing may fail any more.
      const tokenCount = await tokenCountOf(call, userId!);
      const { user } = await call(ask.identity.dismissFirstLogin, { userId: userId! });
      return { status: 'ok', data: { ...user, tokenCount } };
    },
  },
  compose(routes.getLookingFor, async (call, { params: { userId: ownerId }, userId }) => {
    // One's own, and of whoever the caller has open as an assessor: the same two questions for everybody.
    const person =
      ownerId === userId
        ? { accountId: userId, lookingFor: null }
        : await call(ask.assessments.getOpenPerson, { assessorId: userId, ownerId });
    const lookingFor = await call(ask.identity.getLookingFor, { userId: person.accountId });
    return { lookingFor: person.lookingFor ?? lookingFor };
  }),
];

/** The account with its spendable balance; both services are asked at once. */
async function currentUser(call: ServiceCall, userId: UserId): Promise<CurrentUser> {
  const [account, tokenCount] = await Promise.all([call(ask.identity.getUser, { userId }), tokenCountOf(call, userId)]);
  return { ...account, tokenCount };
}

export async function tokenCountOf(call: ServiceCall, userId: UserId): Promise<number> {
  return (await call(ask.tokens.getBalance, { userId })).available;
}
