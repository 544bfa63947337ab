/** What only the college can say of itself, in the site's `content.json`, and where an applicant would read it. */
const facts = new Map([
  ['accreditation', 'whether the degree counts: the four facts, each program, the questions'],
  ['cost', 'what it costs: the four facts, each program'],
  ['intake', 'when it begins and until when to apply: the home page, each program'],
  ['scholarships', 'who gets how much: the home page, each program, the questions'],
  ['takes', 'how long the college takes to verify a payment and to decide'],
  ['openingHours', 'when somebody answers: the contact page'],
  ['teachers', 'who teaches: the page about the college'],
  ['voices', 'what students say: the home page'],
  ['photos', 'the college as it is, in the place of drawings'],
  ['confirmed', 'the days on which the college confirmed its terms and its privacy policy'],
]);

/**
 * The facts that a site leaves out because nobody supplied them.
 * @param content the parsed `content.json`
 * @returns each missing field with what it would show, e.g. `cost (what it costs: …)`, the most important first
 */
export function missingFacts(content: object): string[] {
  return Array.from(facts)
    .filter(([name]) => !(name in content))
    .map(([name, shows]) => `${name} (${shows})`);
}
