import { type Decision, type ReportReason, reportsRoutes } from '@candid/contracts';
import { eventually, Person, type Random, type SystemAsSeen } from '@candid/testing';
import type { Assessor, Assessors } from './assessors.js';
import { ModerationDesk } from './moderation-desk.js';
import { openedBefore, openPhoto } from './open-slot.js';

/** Outcome for a reported photo. Its assessment continues only if the outcome is `goes on`. */
export type Outcome = 'goes on' | 'removed' | 'restored' | 'to be cropped' | 'reinstated';

interface Fate {
  decision: Decision;
  after: 'stands' | 'undone' | 'granted' | 'rejected';
  outcome: Outcome;
}

const FATES: readonly Fate[] = [
  { decision: 'noViolation', after: 'stands', outcome: 'goes on' },
  { decision: 'removePhoto', after: 'stands', outcome: 'removed' },
  { decision: 'removePhoto', after: 'rejected', outcome: 'removed' },
  { decision: 'removePhoto', after: 'undone', outcome: 'restored' },
  { decision: 'removePhoto', after: 'granted', outcome: 'restored' },
  { decision: 'askForCrop', after: 'stands', outcome: 'to be cropped' },
  { decision: 'suspendAccount', after: 'undone', outcome: 'reinstated' },
  { decision: 'suspendAccount', after: 'granted', outcome: 'reinstated' },
];
const OTHER_REASONS: readonly ReportReason[] = ['sexual', 'notOwn', 'hateful', 'contact', 'other'];
const EVERY_MS = 500;

/** Reports photos, decides their cases, and checks that owners and assessors see the effects. */
export class Moderation {
  readonly reports: { reportId: string; photoId: string }[] = [];
  /** Ids of photos that no assessor may see. */
  readonly outOfSight = new Set<string>();
  readonly desk: ModerationDesk;

  constructor(
    /** System whose calls the load's traffic does not count, because such calls may be refused. */
    private readonly system: SystemAsSeen,
    moderators: readonly [Person, Person],
    private readonly random: Random,
  ) {
    this.desk = new ModerationDesk(moderators, random);
  }

  /** `photoId` must be the owner's only photo under assessment. @throws if an expected effect does not occur in time */
  async reportAndDecide(owner: Person, photoId: string, assessors: Assessors): Promise<Outcome> {
    const { random } = this;
    const fate = random.pick(FATES);
    const reason = random.next() < 0.6 ? 'minor' : random.pick(OTHER_REASONS);
    const slot = await openedBefore(this.system, owner, photoId, await assessors.newcomer());
    await this.report(owner, photoId, reason, await assessors.newcomer());
    // If screening is off, `minor` is the only reason for which a single report holds a photo.
    if (reason === 'minor') {
      await this.seenAs(owner, photoId, 'held');
      await slot.isClosed();
      if (random.next() < 0.5) await slot.submitsForPay();
    }
    await this.decide(owner, photoId, fate);
    await this.effects(owner, photoId, fate.outcome);
    return fate.outcome;
  }

  private async report(owner: Person, photoId: string, reason: ReportReason, { person }: Assessor): Promise<void> {
    await openPhoto(person, owner, photoId);
    const { reportId } = await person.expect(reportsRoutes.report, { body: { photoId, reason, text: 'of a load' } });
    this.reports.push({ reportId, photoId });
    if (this.random.next() < 0.5) return;
    const { userId } = owner;
    await person.expect(reportsRoutes.blockPerson, { body: { userId } });
    const { blocks } = await person.expect(reportsRoutes.listBlocks);
    if (!blocks.some((block) => block.userId === userId)) throw new Error(`${userId} is not among the blocks`);
    await person.expect(reportsRoutes.unblockPerson, { params: { userId } });
  }

  private async decide(owner: Person, photoId: string, { decision, after }: Fate): Promise<void> {
    const { desk } = this;
    const caseId = await desk.caseOf(photoId);
    const [decider, other] = this.random.next() < 0.5 ? desk.moderators : desk.moderators.toReversed();
    const statementId = await desk.decide(decider!, caseId, decision);
    if (decision === 'suspendAccount') await this.isLockedOut(owner);
    // Undoing a decision reopens the case and holds the photo again.
    if (after === 'undone') {
      await desk.undo(decider!, caseId);
      await desk.decide(other!, caseId, 'noViolation');
    }
    if (after === 'granted' || after === 'rejected') {
      await this.appeal(owner, statementId, decision === 'suspendAccount');
      await desk.answerAppeal(other!, caseId, after === 'granted');
    }
    if (decision === 'suspendAccount') await this.comesBack(owner);
  }

  /** Appeals against a decision. `byMail` uses the link in the mail, because a suspended person has no session. */
  private async appeal(owner: Person, statementId: string, byMail: boolean): Promise<void> {
    const text = 'Please look again.';
    if (!byMail) return void (await owner.expect(reportsRoutes.appeal, { body: { statementId, text } }));
    const tokenIn = (mail: string) => /\/appeal\?token=([\w-]+)/.exec(mail)?.[1];
    const isOfStatement = (mail: string) => {
      const bytes = Buffer.from(tokenIn(mail) ?? '', 'base64url').subarray(0, 16);
      return bytes.toString('hex') === statementId.replaceAll('-', '');
    };
    const mail = await eventually(() => owner.mail(isOfStatement));
    await new Person(this.system).expect(reportsRoutes.appeal, { body: { token: tokenIn(mail), text } });
  }

  private async isLockedOut(owner: Person): Promise<void> {
    const refused = async () => {
      const { status } = await this.elsewhere(owner).call(reportsRoutes.listStatements);
      if (status < 400 || status >= 500) throw new Error(`${owner.userId} is suspended, and has an answer ${status}`);
      const attempt = await this.elsewhere(owner)
        .logIn()
        .catch((error: Error) => error);
      if (!(attempt instanceof Error && attempt.message.includes('ACCOUNT_SUSPENDED')))
        throw new Error(`${owner.userId} is suspended, and can log in`);
    };
    await eventually(refused, { everyMs: EVERY_MS });
  }

  private async comesBack(owner: Person): Promise<void> {
    const logIn = () => this.elsewhere(owner).logIn();
    const { token, cookie } = await eventually(logIn, { everyMs: EVERY_MS });
    Object.assign(owner, { token, cookie });
  }

  private async effects(owner: Person, photoId: string, outcome: Outcome): Promise<void> {
    const isOut = outcome === 'removed' || outcome === 'to be cropped';
    if (isOut) this.outOfSight.add(photoId);
    await this.seenAs(owner, photoId, outcome === 'removed' ? 'gone' : isOut ? 'crop-wanted' : 'none');
  }

  /** Waits until the owner sees the photo in this state. `gone` means that no section lists the photo. */
  private async seenAs(owner: Person, photoId: string, wanted: 'none' | 'held' | 'crop-wanted' | 'gone') {
    const look = async () => {
      const sections = await Promise.all([owner.photos('testing'), owner.photos('bank')]);
      const seen = sections.flat().find(({ _id }) => _id === photoId)?.moderation ?? 'gone';
      if (seen !== wanted) throw new Error(`${photoId} is ${seen}, not ${wanted}`);
    };
    await eventually(look, { everyMs: EVERY_MS });
  }

  private elsewhere({ email, password, token, userId }: Person): Person {
    return Object.assign(new Person(this.system, email, password), { token, userId });
  }
}
