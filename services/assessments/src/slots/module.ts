import { OpenPeopleQuery } from './open-people.query.js';
import { OpenPerson } from './open-person.js';
import { OpenPhotos } from './open-photos.js';
import { OpenProfile } from './open-profile.js';
import { PersonToRate } from './person-to-rate.js';
import { SubmitRatings } from './submit-ratings.js';

export const slots = {
  controllers: [OpenPhotos, OpenPeopleQuery, SubmitRatings, OpenProfile],
  providers: [OpenPerson, PersonToRate],
};
