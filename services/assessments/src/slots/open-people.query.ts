import { assessmentsRpc as rpc } from '@candid/contracts';
import { DomainError, EventStore } from '@candid/event-store';
import { CLOCK, type Clock, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { trialPicture } from '../assessor-quality/trials.js';
import { queryPrepared } from '../kernel/prepared.js';
import { Participants } from '../participants/participants.rows.js';

/**
 * True for a live, unrated slot on a visible assessment, if neither person has hidden the other. $1 is now. If one
 * photo pauses the round of a profile, the slot stays open while another photo of the profile may be shown.
 */
const isOpen = `o.rated_at is null and o.expires_at > $1::timestamptz
  and case o.kind
    when 'photos' then exists (select from open_assessment a where a.photo_assessment_id = o.subject_id and a.is_open)
    when 'profile' then exists
      (select from profile_assessment g, jsonb_array_elements_text(g.photo_ids) shown (photo_id)
        where g.assessment_id = o.subject_id and g.status = 'running'
          and not exists (select from withheld_photo w where w.photo_id = shown.photo_id::uuid))
    else true end
  and not exists (select from hidden_person h where h.assessor_id = o.assessor_id and h.owner_id = o.owner_id)`;

const personSql = `select coalesce(s.account_id, o.owner_id) as "accountId", s.looking_for as "lookingFor"
  from opening o left join gold_showing s on s.photo_assessment_id = o.subject_id and o.kind = 'gold'
  where o.assessor_id = $2::uuid and o.owner_id = $3::uuid and ${isOpen} limit 1`;

/**
 * A photo of the opened photo assessments is available only while the slot on its own photo assessment is usable. Any other
 * photo, such as a benchmark, is available while any of the slots is usable. Withheld photos, and photos that the
 * assessor reported, are never available.
 */
const pictureSql = `select stored.photo_id as "storedPhotoId",
    extract(epoch from o.expires_at - $1::timestamptz)::float8 * 1000 as "msLeft"
  from opening o
  cross join lateral (select coalesce(
    (select p->>'storedPhotoId' from gold_showing s, jsonb_array_elements(s.photos) p
      where s.photo_assessment_id = o.subject_id and p->>'photoId' = $3::text), $3::text)::uuid as photo_id) stored
  where o.opening_id = $2::uuid and ${isOpen}
    and not exists (select from withheld_photo w where w.photo_id = stored.photo_id)
    and not exists (select from hidden_photo h
      where h.assessor_id = o.assessor_id and h.photo_id in ($3::uuid, stored.photo_id))
    and (exists (select from open_assessment a
        where a.photo_assessment_id = o.subject_id and a.photo_id = $3::uuid and a.is_open)
      or not exists (select from open_assessment a join opening own on own.subject_id = a.photo_assessment_id
        where own.opening_id = $2::uuid and a.photo_id = $3::uuid))
  order by o.expires_at desc limit 1`;

@Controller()
export class OpenPeopleQuery {
  constructor(
    private readonly participants: Participants,
    @Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND if the assessor does not have the person open */
  @RpcHandler(rpc.getOpenPerson)
  async person({ assessorId, ownerId }: Sent<typeof rpc.getOpenPerson>) {
    await this.participants.requireAssessor(assessorId);
    const values = [this.clock().toISOString(), assessorId, ownerId];
    const statement = { name: 'open-person', text: personSql, values };
    const [row] = await queryPrepared<Reply<typeof rpc.getOpenPerson>>(this.store, statement);
    if (!row) throw new DomainError('NOT_FOUND', 'There is no such account.');
    return row;
  }

  /**
   * Needs no login: only the assessor knows the id of the opening or the trial, so the link itself is the permission.
   * @throws DomainError NOT_FOUND if the slot or the photo's assessment is over, or the photo is hidden
   */
  @RpcHandler(rpc.getOpenPicture)
  async picture({ openingId, photoId }: Sent<typeof rpc.getOpenPicture>) {
    const now = this.clock();
    const statement = { name: 'open-picture', text: pictureSql, values: [now.toISOString(), openingId, photoId] };
    const [slot] = await queryPrepared<Reply<typeof rpc.getOpenPicture>>(this.store, statement);
    const row = slot ?? (await trialPicture(this.store, { trialId: openingId, photoId, now }));
    if (!row) throw new DomainError('NOT_FOUND', 'There is no such photo.');
    return { ...row, msLeft: Math.floor(row.msLeft) };
  }
}
