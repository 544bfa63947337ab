export const texts = {
  eyebrow: 'Applications are open for the 2025 academic year',
  tagline: 'Building Capacity to Serve Humanity',
  heroLead:
    'Earn a recognized online degree from Addis Ababa, wherever you live and whenever you can study. Scholarships are open to applicants of every background.',
  yours: 'Your application',
  yoursFailed: "We couldn't load your application.",
  reach: {
    title: 'Reach Beyond Your Potential',
    text: 'Online degrees for people with a job, a family and plans. Scholarships help those who could not pay alone.',
  },
  seePrograms: 'See the degree programs',
  online: {
    title: 'What is Online Study?',
    first:
      'Online study brings the college to you. Lectures, readings and exercises wait for you on your phone or computer, and your teachers answer, mark and encourage as they would across a desk.',
    second:
      'You join a small class that starts and finishes together. Every week has a clear plan; when in the week you do the work is up to you and to your family, job and connection.',
    play: 'Play the video',
    playNote: 'The video is loaded from another site and uses mobile data.',
    video: 'Video: what is online study?',
  },
  programs: {
    title: 'Our degree programs',
    lead: 'Four years, fully online, taught in English.',
    learnMore: 'Learn More',
  },
  why: {
    title: 'Why One Planet College?',
    text: 'One Planet College grew out of a school that has taught children of many nations in Addis Ababa. We bring the same care to adults who study while they work: small classes, teachers who answer, and a degree that is recognized.',
    failed: "We couldn't load the college's latest text.",
  },
  features: [
    {
      icon: 'courses',
      title: 'Demanded Courses',
      text: 'Programs chosen with employers, in fields where Ethiopia needs people now.',
    },
    {
      icon: 'quality',
      title: 'Quality Education',
      text: 'Experienced teachers, clear weekly plans and fair, regular assessment.',
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
