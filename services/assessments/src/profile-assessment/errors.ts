import { DomainError } from '@candid/event-store';

const conflict = (message: string): DomainError => new DomainError('CONFLICT', message);

export const profileUnknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such profile assessment.');

export const ownProfile = (): DomainError => new DomainError('FORBIDDEN', 'You cannot assess your own profile.');

export const alreadyRated = (): DomainError =>
  new DomainError('ALREADY_RATED', 'You have already assessed this profile.');

export const profileComplete = (): DomainError =>
  new DomainError('ASSESSMENT_COMPLETE', 'This profile assessment has all its evaluations already.');

export const profileEnded = (): DomainError =>
  new DomainError('ASSESSMENT_COMPLETE', 'This profile assessment has been ended.');

export const profileTaken = (): DomainError => conflict('This profile assessment has been started already.');

export const otherPhotos = (): DomainError =>
  conflict('This profile assessment is of other photos. Please request a new one for your current profile.');

export const belowRated = (rated: number): DomainError =>
  conflict(`This profile has ${rated} evaluation${rated === 1 ? '' : 's'} already.`);
