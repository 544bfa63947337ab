export const homeTexts = {
  eyebrow:
    'Applications are open for the 2025 academic year (2018 E.C.), for online degrees and for scholarships',
  eyebrowBetween: 'One Planet College, Addis Ababa',
  tagline: 'Building Capacity to Serve Humanity',
  nextStart: 'Next start',
  applyBy: 'Apply by',
  heroLead:
    'Online undergraduate degrees from Addis Ababa. Study where you live, at the hours you have, with a phone or a computer.',
  yours: 'Your application',
  yoursFailed: "We couldn't load your application.",
  reach: {
    title: 'Reach Beyond Your Potential',
    text: 'Register in three minutes, take the test when you are ready, and see the fee before you pay it.',
    ask: 'Ask us first',
  },
  seePrograms: 'See the degree programs',
  seeScholarships: 'See the scholarships',
  online: {
    title: 'What is Online Study?',
    first:
      'Online study brings the college to you. Lectures, readings and exercises wait for you on your phone or computer, and your teachers answer, mark and encourage as they would across a desk.',
    second:
      'Every week has a clear plan; when in the week you do the work is up to you and to your family, job and connection.',
    play: 'Play the video',
    playNote: 'The video is loaded from another site and uses mobile data.',
    video: 'Video: what is online study?',
  },
  programs: {
    title: 'Our degree programs',
    lead: 'Open one to see what it teaches, course by course and year by year.',
    learnMore: 'Learn More',
  },
  why: {
    title: 'Why One Planet College?',
    text: 'One Planet College grew out of a school that has taught children of many nations in Addis Ababa. We bring the same care to adults who study while they work.',
    failed: "We couldn't load the college's latest text.",
  },
  way: {
    title: 'How to apply, in four steps',
    lead: 'You can stop after any of them and go on another day.',
    steps: [
      {
        title: 'Register and take the test',
        text: 'Both are free: an account with your email address, then a short Digital Literacy Test.',
      },
      {
        title: 'Pay the application fee',
        text: 'At a bank or online, after you have passed. The college confirms your payment.',
      },
      {
        title: 'Fill in three short forms',
        text: 'About yourself, your school and a person to call in an emergency.',
      },
      {
        title: 'Choose your program',
        text: 'The college decides about your application and writes to you.',
      },
    ],
    more: 'What to have ready before you begin',
  },
  voices: 'What students say',
  scholarships: 'Scholarships',
  scholarshipFor: (recipientGroup: string) => `For ${recipientGroup}.`,
  partners: 'Who we work with',
  features: [
    {
      icon: 'courses',
      title: 'Demanded Courses',
      text: 'Fields in which employers look for people, such as accounting, banking and data. Read what each program teaches, course by course, before you decide.',
    },
    {
      icon: 'quality',
      title: 'Quality Education',
      text: 'A clear plan for every week, exercises that are marked, and teachers whom you can ask.',
    },
    {
      icon: 'service',
      title: 'Service Learning',
      text: 'Projects with communities, so that what you learn serves somebody from the first year.',
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
        text: 'Case studies, simulations and projects taken from real work.',
      },
      {
        title: 'Flexible Study Options',
        text: 'Log on when and where you like.',
      },
    ],
  },
};
