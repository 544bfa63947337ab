/** `/accessibility`: what was tested, what is weaker, and whom to tell. Each sentence is held by a test or named as weak. */
export const accessibilityTexts = {
  title: 'Accessibility',
  lead: 'Everybody should be able to apply here. This is how far the site is tested, and what is weaker.',
  tested: {
    title: 'What is tested',
    items: [
      'Every page, by the program axe, against WCAG 2.2, levels A and AA, in light and dark colours.',
      'The whole application with the keyboard alone.',
      'Every page on a screen of 320 pixels, at 400 % zoom, with letters twice as large and with your own colours: nothing is cut off.',
    ],
  },
  weaker: {
    title: 'What is weaker',
    items: [
      'The tests are programs. Nobody who uses a screen reader has tried the whole application for us.',
      'The Digital Literacy Test has a time limit and cannot be paused. If you need more time, ask us before you start.',
      'The pages of banks, payment services and films are not ours, and not tested.',
    ],
  },
  report: {
    title: 'Tell us what is hard',
    text: 'Say which page it is, and what you use to read it.',
  },
};
