import messages from '../../../texts/en/connection.json' with { type: 'json' };

/** `meanwhile` says for each part of the app what works without the connection, and what does not work. */
export const connectionTexts = messages;
