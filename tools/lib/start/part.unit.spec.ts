import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createPart } from './part.mjs';

interface Outcome {
  code: number | null;
  signal: string | null;
}

/** A child that ends when the test decides. */
function fakeChild() {
  let end: (outcome: Outcome) => void = () => undefined;
  const exited = new Promise<Outcome>((resolve) => {
    end = resolve;
  });
  const stop = async () => {
    end({ code: 0, signal: null });
    return await exited;
  };
  return { pid: 1, exited, crash: () => end({ code: 1, signal: null }), stop };
}

/** A part that launches fake children, with its messages. */
function supervised(ready?: () => Promise<void>) {
  const children: ReturnType<typeof fakeChild>[] = [];
  const said: string[] = [];
  let notify: () => void = () => undefined;
  const launch = async () => {
    const child = fakeChild();
    children.push(child);
    notify();
    return child;
  };
  const part = createPart(
    { name: 'tokens', logFile: 'tokens.log', launch, ready },
    { say: (text: string) => said.push(text), changed: () => undefined },
  );
  const launched = (count: number) =>
    new Promise<void>((resolve) => {
      notify = () => children.length >= count && resolve();
      notify();
    });
  return { part, children, said, launched };
}

describe('a supervised part', () => {
  it('is started again after a crash, and says so', async () => {
    const { part, children, said, launched } = supervised();
    await part.start();
    children[0]!.crash();
    await launched(2);
    expect(said[0]).toBe('tokens ended with code 1; starting it again in 0.2 s');
    await part.stop();
  });

  it('is not started again once it was stopped', async () => {
    const { part, children, said } = supervised();
    await part.start();
    await part.stop();
    expect({ launches: children.length, said, state: part.state }).toEqual({ launches: 1, said: [], state: 'stopped' });
  });

  it('that is relaunched starts at once, and as if it had never crashed', async () => {
    const { part, children, said, launched } = supervised();
    await part.start();
    for (let launches = 1; launches <= 3; launches++) {
      await part.relaunch();
      await launched(launches + 1);
      await setImmediate();
    }
    expect(said.filter((text) => text.includes('starting it again'))).toEqual([]);
    children.at(-1)!.crash();
    await launched(5);
    expect(said.at(-1)).toBe('tokens ended with code 1; starting it again in 0.2 s');
    await part.stop();
  });

  it('fails its start, naming its log, when it ends before it is ready', async () => {
    const { part, children, launched } = supervised(() => new Promise(() => undefined));
    const started = part.start();
    await launched(1);
    children[0]!.crash();
    await expect(started).rejects.toThrow('tokens ended with code 1 before it was ready; tokens.log says why');
  });

  it('stops a child that is only just being launched', async () => {
    const { part, children } = supervised();
    const started = part.start();
    await part.stop();
    await started;
    expect(await children[0]!.exited).toEqual({ code: 0, signal: null });
  });
});
