import { describe, expect, it } from '@jest/globals';
import { type NoticeFields, noticeProblems } from './notice-form';

const notice: NoticeFields = {
  reason: 'notOwn',
  location: 'https://candid.example/profile?photo=1',
  text: 'That is my photo.',
  name: 'Sam',
  email: 'sam@people.example',
  isGoodFaith: true,
};
const wrongIn = (fields: Partial<NoticeFields>) => Object.keys(noticeProblems({ ...notice, ...fields }));

describe('a notice', () => {
  it('needs a reason, a place, an explanation, its sender and good faith', () => {
    expect(wrongIn({})).toEqual([]);
    const empty = { reason: '', location: ' ', text: '', name: '', email: '', isGoodFaith: false } as const;
    expect(wrongIn(empty)).toEqual(['reason', 'location', 'text', 'name', 'email', 'isGoodFaith']);
  });

  it('about sexual abuse of a child alone may leave out its sender, but has no half an address', () => {
    expect(wrongIn({ reason: 'childAbuse', name: '', email: '' })).toEqual([]);
    expect(wrongIn({ reason: 'childAbuse', name: '', email: 'sam@' })).toEqual(['email']);
    expect(wrongIn({ reason: 'minor', name: '', email: '' })).toEqual(['name', 'email']);
  });

  it('has at most 5,000 characters of explanation, 1,000 of place, 200 of name and 320 of email', () => {
    const long = { text: 'a'.repeat(5_003), location: 'a'.repeat(1_001), name: 'a'.repeat(300) };
    expect(noticeProblems({ ...notice, ...long, email: `${'a'.repeat(320)}@people.example` })).toEqual({
      text: 'Please shorten it by 3 characters.',
      location: 'Please shorten it by 1 character.',
      name: 'Please shorten it by 100 characters.',
      email: 'Please shorten it by 15 characters.',
    });
  });
});
