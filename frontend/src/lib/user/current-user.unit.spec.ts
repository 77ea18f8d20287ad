import { type CurrentUser, identityRoutes } from '@candid/contracts';
import { expect, it } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { keyOf } from '../query/use-read';
import { patchCurrentUser } from './current-user';

const pause = () => new Promise((resolve) => setTimeout(resolve, 0));
const withTokens = (tokenCount: number) => ({ user: { tokenCount } as CurrentUser });
type Answer = ReturnType<typeof withTokens>;

it('a balance from a live update stays when the answer to an older question arrives after it', async () => {
  const queryClient = new QueryClient();
  const answers: ((answer: Answer) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: keyOf(identityRoutes.getUser, { params: { userId: 'me' } }),
    queryFn: () => new Promise<Answer>((answer) => answers.push(answer)),
  });
  const stop = observer.subscribe(() => undefined);
  answers[0]?.(withTokens(40));
  await pause();
  void observer.refetch();
  patchCurrentUser(queryClient, 'me', { tokenCount: 60 });
  answers[1]?.(withTokens(40));
  await pause();
  expect(observer.getCurrentResult().data?.user.tokenCount).toBe(60);
  answers[2]?.(withTokens(60));
  await pause();
  expect(observer.getCurrentResult().isFetching).toBe(false);
  stop();
  queryClient.clear();
});
