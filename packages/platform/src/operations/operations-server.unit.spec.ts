import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Metrics } from './metrics.js';
import { OperationsServer } from './operations-server.js';

const release = { version: '1.4.0', revision: 'a1b2c3' };

describe('the port for operators', () => {
  let operations: OperationsServer;
  let port: number;
  let databaseIsAway = false;

  beforeEach(async () => {
    databaseIsAway = false;
    operations = new OperationsServer(new Metrics('notes'), release);
    operations.addReadinessCheck('database', async () => {
      if (databaseIsAway) throw new Error('away');
    });
    port = await operations.listen(0);
  });
  afterEach(() => operations.close());

  async function answers() {
    const paths = ['live', 'started', 'ready'];
    const responses = paths.map((path) => fetch(`http://127.0.0.1:${port}/health/${path}`));
    return (await Promise.all(responses)).map(({ status }) => status);
  }

  it('answers on this machine alone, unless it is told another address', async () => {
    // Another address of the loopback interface.
    const elsewhere = (at: number) => fetch(`http://127.0.0.2:${at}/health/live`).then(({ status }) => status);
    await expect(elsewhere(port)).rejects.toThrow();
    const told = new OperationsServer(new Metrics('told'), release);
    const toldPort = await told.listen(0, '0.0.0.0');
    expect(await elsewhere(toldPort)).toBe(200);
    await told.close();
  });

  it('names the version and the revision that it runs', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`);
    expect(await answer.json()).toEqual({ status: 'live', ...release });
  });

  it('says nothing but that it lives before the start is over', async () => {
    expect(await answers()).toEqual([200, 503, 503]);
  });

  it('is started and ready once the start is over', async () => {
    operations.setReady(true);
    expect(await answers()).toEqual([200, 200, 200]);
  });

  it('stays started while a part is away, and while it drains', async () => {
    operations.setReady(true);
    databaseIsAway = true;
    expect(await answers()).toEqual([200, 200, 503]);
    databaseIsAway = false;
    operations.setReady(false);
    expect(await answers()).toEqual([200, 200, 503]);
  });
});
