/** The link to say what was hard. */
export const feedbackTexts = { link: 'Tell us what was hard' };
