import { GoldShowings } from './gold-showings.js';
import { RegisterGoldPair, ShowGoldPair } from './show-gold-pair.js';
import { ChangeStanding, Standings } from './standings.js';

export const assessorQuality = {
  controllers: [Standings, RegisterGoldPair],
  providers: [ChangeStanding, ShowGoldPair, GoldShowings],
};
