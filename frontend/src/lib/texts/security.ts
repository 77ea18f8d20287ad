import messages from '../../../texts/en/security.json' with { type: 'json' };
import { deviceName } from '../language/device-name';
import { filled } from '../language/message';

const { security, secondFactor } = messages;

export const securityTexts = {
  ...security,
  deviceOf: (name: string) => deviceName(security.deviceOf, name),
  lastUsed: (when: string) => filled(security.lastUsed, { when }),
  from: (network: string) => filled(security.from, { network }),
  logOutOf: (device: string, when: string) => filled(security.logOutOf, { device, when }),
};

export const secondFactorTexts = {
  ...secondFactor,
  inUseSince: (when: string) => filled(secondFactor.inUseSince, { when }),
  fewCodes: (left: number) => filled(secondFactor.fewCodes, { left }),
};
