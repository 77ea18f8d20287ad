import { remembered } from '../../shared/console/remembered';

/** Shows photos in grey, which is less straining for moderators. */
export const greyscale = remembered('moderation-greyscale', () => sessionStorage, false);
