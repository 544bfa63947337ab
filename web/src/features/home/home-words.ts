export const homeTexts = {
  eyebrow:
    'Applications are open for the 2025 academic year (2018 E.C.), for online degrees and for scholarships',
  eyebrowBetween: 'One Planet College, Addis Ababa',
  tagline: 'Building Capacity to Serve Humanity',
  nextStart: 'Next start',
  applyBy: 'Apply by',
  heroLead:
    'Online degrees from Addis Ababa. Study where you live, when you can, on a phone or a computer.',
  yours: 'Your application',
  yoursFailed: "We couldn't load your application.",
  reach: {
    title: 'Reach Beyond Your Potential',
    text: 'Register in three minutes. You see the fee before you pay it.',
    ask: 'Ask us first',
  },
  seePrograms: 'See the degree programs',
  online: {
    title: 'What is Online Study?',
    first:
      'Lectures, readings and exercises wait for you on your phone or computer, and your teachers answer there.',
    second: 'Every week has a clear plan. When in the week you work is up to you.',
    play: 'Play the video',
    playNote: 'The video is loaded from another site and uses mobile data.',
    video: 'Video: what is online study?',
  },
  programs: {
    title: 'Our degree programs',
    learnMore: 'Learn More',
  },
  why: {
    title: 'Why One Planet College?',
    text: 'One Planet College grew out of a school that has taught children of many nations in Addis Ababa. We bring the same care to adults who study while they work.',
    failed: "We couldn't load the college's latest text.",
  },
  way: {
    title: 'How to apply, in four steps',
    steps: [
      {
        title: 'Register and take the test',
        text: 'Both are free.',
      },
      {
        title: 'Pay the application fee',
        text: 'After you pass, at a bank or online.',
      },
      {
        title: 'Fill in three short forms',
        text: 'Yourself, your school, an emergency contact.',
      },
      {
        title: 'Choose your program',
        text: 'The college decides and writes to you.',
      },
    ],
    more: 'What to have ready',
  },
  voices: 'What students say',
  moreVoices: 'What others say',
  scholarships: 'Scholarships',
  scholarshipFor: (recipientGroup: string) => `For ${recipientGroup}.`,
  partners: 'Who we work with',
  features: [
    {
      icon: 'courses',
      title: 'Demanded Courses',
      text: 'Accounting, banking, data: fields in which employers look for people.',
    },
    {
      icon: 'quality',
      title: 'Quality Education',
      text: 'Exercises that are marked, and teachers whom you can ask.',
    },
    {
      icon: 'service',
      title: 'Service Learning',
      text: 'Projects with communities from the first year.',
    },
  ],
  band: {
    title: 'What is it like to study online?',
    text: 'Studying online gives you access to leading professionals and a recognized degree.',
    tiles: [
      {
        title: 'Range of Support',
        text: 'Help online or by phone, with extended hours.',
      },
      {
        title: 'Practical Experience',
        text: 'Projects taken from real work.',
      },
      {
        title: 'Flexible Study Options',
        text: 'Log on when and where you like.',
      },
    ],
  },
};
