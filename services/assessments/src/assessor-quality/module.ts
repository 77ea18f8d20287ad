import { GoldShowings } from './gold-showings.js';
import { RegisterGoldPair, ShowGoldPair } from './show-gold-pair.js';
import { ChangeStanding, Standings } from './standings.js';
import { Trials } from './trials.js';

export const assessorQuality = {
  controllers: [Standings, RegisterGoldPair, Trials],
  providers: [ChangeStanding, ShowGoldPair, GoldShowings],
};
