import type { CurrentUser } from '@candid/contracts';
import { expect, it } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { queryKeys } from '../query/keys';
import { patchCurrentUser } from './current-user';

const pause = () => new Promise((resolve) => setTimeout(resolve, 0));
const withTokens = (tokenCount: number) => ({ tokenCount }) as CurrentUser;

it('a balance from a live update stays when the answer to an older question arrives after it', async () => {
  const queryClient = new QueryClient();
  const answers: ((user: CurrentUser) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: queryKeys.user('me'),
    queryFn: () => new Promise<CurrentUser>((answer) => answers.push(answer)),
  });
  const stop = observer.subscribe(() => undefined);
  answers[0]?.(withTokens(40));
  await pause();
  void observer.refetch();
  patchCurrentUser(queryClient, 'me', { tokenCount: 60 });
  answers[1]?.(withTokens(40));
  await pause();
  expect(observer.getCurrentResult().data?.tokenCount).toBe(60);
  answers[2]?.(withTokens(60));
  await pause();
  expect(observer.getCurrentResult().isFetching).toBe(false);
  stop();
  queryClient.clear();
});
