import { createHmac, timingSafeEqual } from 'node:crypto';

/** The account, request, notice or message to whose address a mail went, and the time at which it left. */
export interface MailedAbout {
  aboutId: string;
  sentAt: Date;
}

const ID_BYTES = 16;
const SECONDS_BYTES = 4;
const MAC_BYTES = 10;
const TOKEN_BYTES = ID_BYTES + SECONDS_BYTES + MAC_BYTES;
/** In lower case, because some servers change the case of an address. */
const TOKEN = /\+([0-9a-v]{48})@/gi;
const TOKEN_LENGTH = 48;
const CANDIDATES_MAX = 20;

/** A bounce can be this late. It limits how long a token that has leaked is of use. */
const VALID_MS = 30 * 24 * 3_600_000;

/**
 * Signed tokens in the addresses to which bounces return. Only somebody who has seen a mail, such as its recipient's
 * server, knows its token, so nobody can report a bounce of another person's address.
 */
export class ReturnPaths {
  private readonly key: Buffer;

  constructor(secret: string) {
    this.key = createHmac('sha256', secret).update('return path').digest();
  }

  /** Returns 48 letters and digits. An address before the @ has room for 64. */
  issue({ aboutId, sentAt }: MailedAbout): string {
    const named = Buffer.alloc(ID_BYTES + SECONDS_BYTES);
    named.write(aboutId.replaceAll('-', ''), 'hex');
    named.writeUInt32BE(Math.floor(sentAt.getTime() / 1000), ID_BYTES);
    const token = Buffer.concat([named, this.macOf(named)]);
    return BigInt(`0x${token.toString('hex')}`)
      .toString(32)
      .padStart(TOKEN_LENGTH, '0');
  }

  /** Returns undefined if the text, such as a bounce with all its headers, has no token of this service. */
  find(text: string, now: Date): MailedAbout | undefined {
    let left = CANDIDATES_MAX;
    for (const [, token = ''] of text.matchAll(TOKEN)) {
      const about = this.read(token);
      if (about && now.getTime() - about.sentAt.getTime() < VALID_MS) return about;
      left -= 1;
      if (left === 0) return undefined;
    }
    return undefined;
  }

  private read(token: string): MailedAbout | undefined {
    const number = [...token].reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n);
    const bytes = Buffer.from(number.toString(16).padStart(TOKEN_BYTES * 2, '0'), 'hex');
    const named = bytes.subarray(0, ID_BYTES + SECONDS_BYTES);
    if (!timingSafeEqual(bytes.subarray(named.length), this.macOf(named))) return undefined;
    const id = named.toString('hex', 0, ID_BYTES);
    return {
      aboutId: id.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5'),
      sentAt: new Date(named.readUInt32BE(ID_BYTES) * 1000),
    };
  }

  private macOf(named: Buffer): Buffer {
    return createHmac('sha256', this.key).update(named).digest().subarray(0, MAC_BYTES);
  }
}
