import type { CDPSession, Locator, Page } from 'playwright-core';

export interface Spot {
  readonly x: number;
  readonly y: number;
}

const shownFrame = 'new Promise((shown) => requestAnimationFrame(() => shown()))';

/** Returns the middle of the element on the screen. */
export async function middleOf(element: Locator): Promise<Spot> {
  await element.waitFor();
  const box = await element.boundingBox();
  if (!box) throw new Error(`${String(element)} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export class Fingers {
  private constructor(
    private readonly page: Page,
    private readonly protocol: CDPSession,
  ) {}

  static async of(page: Page): Promise<Fingers> {
    return new Fingers(page, await page.context().newCDPSession(page));
  }

  down = (...spots: Spot[]) => this.send('touchStart', spots);
  move = (...spots: Spot[]) => this.send('touchMove', spots);
  up = () => this.send('touchEnd', []);

  /** Moves a few pixels per frame: slower than any flick. */
  async creep(from: Spot, by: Partial<Spot>, stepPx = 2): Promise<void> {
    await this.down(from);
    await this.creepOn(from, by, stepPx);
    await this.up();
  }

  /** Like `creep`, but the finger is already down and stays down. */
  async creepOn(from: Spot, { x = 0, y = 0 }: Partial<Spot>, stepPx = 2): Promise<void> {
    const steps = Math.ceil(Math.hypot(x, y) / stepPx);
    for (let step = 1; step <= steps; step += 1) {
      await this.move({ x: from.x + (x * step) / steps, y: from.y + (y * step) / steps });
      await this.page.evaluate(shownFrame);
    }
  }

  /** Flicks within 30 ms. The events carry their own timestamps, so a busy machine does not slow the flick down. */
  async flick(from: Spot, by: Partial<Spot>): Promise<void> {
    const to = { x: from.x + (by.x ?? 0), y: from.y + (by.y ?? 0) };
    const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const at = Date.now() / 1_000;
    await this.send('touchStart', [from], at);
    await this.send('touchMove', [half], at + 0.01);
    await this.send('touchMove', [to], at + 0.02);
    await this.send('touchEnd', [], at + 0.03);
  }

  /** Spreads two fingers from `fromPx` to `toPx` apart. */
  async spread(middle: Spot, fromPx: number, toPx: number): Promise<void> {
    const apart = (px: number): [Spot, Spot] => [
      { x: middle.x - px / 2, y: middle.y },
      { x: middle.x + px / 2, y: middle.y },
    ];
    await this.down(...apart(fromPx));
    for (let px = fromPx; px <= toPx; px += 10) {
      await this.move(...apart(px));
      await this.page.evaluate(shownFrame);
    }
    await this.up();
  }

  private async send(
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    spots: readonly Spot[],
    timestamp?: number,
  ): Promise<void> {
    const touchPoints = spots.map(({ x, y }, id) => ({ x, y, id }));
    await this.protocol.send('Input.dispatchTouchEvent', { type, touchPoints, ...(timestamp ? { timestamp } : {}) });
  }
}
