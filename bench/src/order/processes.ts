import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Of the bench's own build; resolves once it can begin. */
export async function startProcess(role: string, options: object): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./order-process.js', import.meta.url)), { stdio: 'inherit' });
  await once(child, 'message');
  child.send({ role, options });
  return child;
}

/** What all of them did in one slice. */
export async function sliceOf(children: readonly ChildProcess[]): Promise<number> {
  const answers = children.map(async (child) => {
    child.send('slice');
    const [{ answer, error }] = (await once(child, 'message')) as [{ answer: number; error?: string }];
    if (error) throw new Error(error);
    return answer;
  });
  return (await Promise.all(answers)).reduce((sum, answer) => sum + answer, 0);
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
