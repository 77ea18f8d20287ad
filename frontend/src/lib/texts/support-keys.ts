import messages from '../../../texts/en/support-keys.json' with { type: 'json' };

export const supportKeysTexts = messages;
