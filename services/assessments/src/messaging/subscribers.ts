import { AllowOnAssessorApproved } from './allow-on-assessor-approved.subscriber.js';
import { FlagOnPhotoPlacedInProfile } from './flag-on-photo-placed-in-profile.subscriber.js';
import { ForgetOnPhotoDeleted } from './forget-on-photo-deleted.subscriber.js';
import { LeaveOnAccountDeleted } from './leave-on-account-deleted.subscriber.js';
import { LocateOnCountryChosen } from './locate-on-country-chosen.subscriber.js';
import { LocateOnUserRegistered } from './locate-on-user-registered.subscriber.js';
import { OwnOnPhotoUploaded } from './own-on-photo-uploaded.subscriber.js';
import { PreferOnLocationPreferenceChosen } from './prefer-on-location-preference-chosen.subscriber.js';
import { ReturnOnPhotoReturnedToBank } from './return-on-photo-returned-to-bank.subscriber.js';

/** Everything that this service follows. */
export const subscribers = [
  AllowOnAssessorApproved,
  LocateOnUserRegistered,
  LocateOnCountryChosen,
  PreferOnLocationPreferenceChosen,
  OwnOnPhotoUploaded,
  FlagOnPhotoPlacedInProfile,
  ReturnOnPhotoReturnedToBank,
  ForgetOnPhotoDeleted,
  LeaveOnAccountDeleted,
];
