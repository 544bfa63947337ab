/** Text blocks staff can change; the home page shows the first. */
export const contentSeed: readonly { id: number; content: string }[] = [
  {
    id: 1,
    content:
      'One Planet College grew out of a school that has taught children of many countries in Addis Ababa for years. We bring the same care to students who work, raise families or live far from a campus: small online classes, and teachers who answer. You study when and where you can, and you are never left alone with a question.',
  },
  {
    id: 2,
    content:
      'Applications for the 2025 academic year are open. A number of scholarships is kept for applicants with high results in the Digital Literacy Test.',
  },
  {
    id: 3,
    content:
      'All you need is a computer or a phone, a connection for a few hours a week, and the will to learn.',
  },
];
