import messages from '../../../texts/en/photo-states.json' with { type: 'json' };

/** Texts about held and moderated photos on the dashboard. Other texts about decisions load later. */
export const photoStateTexts = messages;
