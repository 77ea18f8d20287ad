import { type Decision, moderationRoutes } from '@candid/contracts';
import { eventually, type Person, type Random } from '@candid/testing';

const EVERY_MS = 500;
const reasons = 'Decided by a load.';

/** Two moderators who decide the cases of one queue. */
export class ModerationDesk {
  constructor(
    readonly moderators: readonly [Person, Person],
    private readonly random: Random,
  ) {}

  /** Waits for a case about the photo. @returns the id of the case */
  caseOf(photoId: string): Promise<string> {
    const find = async () => {
      const found = (await this.all('waiting')).find((one) => one.photoId === photoId);
      if (!found) throw new Error(`no case waits about ${photoId}`);
      return found.caseId;
    };
    return eventually(find, { everyMs: EVERY_MS });
  }

  async all(status: 'waiting' | 'all') {
    const cases = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { status, limit: '100', ...(cursor && { cursor }) };
      const page = await this.moderators[0].expect(moderationRoutes.listCases, { query });
      cases.push(...page.cases);
      cursor = page.nextCursor;
    } while (cursor);
    return cases;
  }

  async detail(caseId: string) {
    return (await this.moderators[0].expect(moderationRoutes.getCase, { params: { caseId } })).case;
  }

  /** Claims the case and decides it. @returns the id of the decision's statement */
  async decide(moderator: Person, caseId: string, decision: Decision): Promise<string> {
    await this.claim(moderator, caseId);
    if (this.random.next() < 0.1) await this.isRefusedToAnother(moderator, caseId);
    const body = {
      ...{ decision, reasons },
      ...(decision !== 'noViolation' && { rule: 'no-nudity' }),
      ...(decision === 'suspendAccount' && { days: 1 }),
    };
    const answer = await moderator.expect(moderationRoutes.decideCase, { params: { caseId }, body });
    const standing = answer.case.decisions.find((one) => one.decision === decision && one.undoneAt === null);
    if (!standing) throw new Error(`${caseId} does not show its decision ${decision}`);
    return standing.statementId;
  }

  async undo(moderator: Person, caseId: string): Promise<void> {
    await moderator.expect(moderationRoutes.undoDecision, { params: { caseId }, body: { reasons } });
  }

  /** `moderator` must not have made the decision. Sometimes first checks that the moderator who made it gets a 403. */
  async answerAppeal(moderator: Person, caseId: string, isGranted: boolean): Promise<void> {
    const sent = { params: { caseId }, body: { isGranted, reasons } };
    if (this.random.next() < 0.2) {
      const { status } = await this.other(moderator).call(moderationRoutes.decideAppeal, sent);
      if (status !== 403) throw new Error(`who decided ${caseId} got ${status} for answering the appeal`);
    }
    await this.claim(moderator, caseId);
    await moderator.expect(moderationRoutes.decideAppeal, sent);
  }

  private async claim(moderator: Person, caseId: string): Promise<void> {
    await moderator.expect(moderationRoutes.claimCase, { params: { caseId }, body: {} });
  }

  private async isRefusedToAnother(moderator: Person, caseId: string): Promise<void> {
    const sent = { params: { caseId }, body: { decision: 'noViolation', reasons } };
    const { status } = await this.other(moderator).call(moderationRoutes.decideCase, sent);
    if (status !== 409) throw new Error(`a case that another moderator works on was answered with ${status}`);
  }

  private other(moderator: Person): Person {
    return this.moderators[moderator === this.moderators[0] ? 1 : 0];
  }
}
