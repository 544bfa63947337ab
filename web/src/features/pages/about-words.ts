export const texts = {
  eyebrow: 'One Planet College, Addis Ababa',
  title: 'About Us',
  lead: 'We are an online college. We teach undergraduate degrees and short courses to people who can not, or would rather not, leave their work, their family or their town to study.',
  studying: {
    title: 'How we teach',
    paragraphs: [
      'Everything a student needs is online: the plan of each week, lectures, readings, exercises and the teachers themselves, who answer, mark and encourage. Each week has its tasks; you choose the hours in which you do them.',
      'A degree program runs over four years of two semesters each. What is taught in which semester is written on the page of each program, so you can see what you would learn before you apply.',
      'Short courses are for one skill at a time. They suit people who have a profession already and want to add to it.',
    ],
  },
  school: {
    title: 'Where we come from',
    paragraphs: [
      'One Planet College is the sister institution of a private international school in Addis Ababa. The school has shown us what patient teaching does for children from many countries; the college carries that care on to adults.',
      'From the school we have learned that students go further where somebody knows them by name. So we teach in small classes that start and finish together.',
    ],
  },
  mission: {
    title: 'Our mission',
    text: 'Building Capacity to Serve Humanity: to give capable people, wherever they live, the knowledge and the habits of work with which they can serve their communities.',
  },
  vision: {
    title: 'Our vision',
    text: 'An Ethiopia, and a world, in which the place where you were born or the job you have to keep no longer decides whether you can study.',
  },
  next: {
    title: 'What would you like to study?',
    text: 'Have a look at the degree programs and the courses of each year.',
    link: 'See the degree programs',
  },
};
