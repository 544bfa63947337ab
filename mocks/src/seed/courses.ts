import type { Course } from '@one-planet/contract';

const semesters: Readonly<Record<string, readonly string[]>> = {
  ACCT: [
    'Principles of Accounting I, Basic Mathematics, Communicative English I, Civics and Ethics, Introduction to Computing',
    'Principles of Accounting II, Microeconomics, Communicative English II, Introduction to Management, Business Mathematics',
    'Intermediate Accounting I, Macroeconomics, Business Law, Introduction to Statistics, Cost Accounting I',
    'Intermediate Accounting II, Business Statistics, Cost Accounting II, Accounting Information Systems',
    'Advanced Accounting I, Public Finance and Taxation, Financial Management I, Auditing I, Research Methods',
    'Advanced Accounting II, Government Accounting, Financial Management II, Auditing II',
    'Accounting for Banks and Insurance, Project Analysis, Management Accounting, Corporate Governance',
    'International Accounting, Senior Essay, Internship',
  ],
  ACFN: [
    'Fundamentals of Accounting I, Basic Mathematics, Communicative English I, Civics and Ethics, Introduction to Computing',
    'Fundamentals of Accounting II, Microeconomics, Communicative English II, Introduction to Management',
    'Intermediate Accounting I, Macroeconomics, Business Law, Business Statistics, Principles of Finance',
    'Intermediate Accounting II, Money and Banking, Cost Accounting, Financial Markets',
    'Corporate Finance I, Public Finance and Taxation, Auditing Principles, Research Methods, Investment Analysis I',
    'Corporate Finance II, Government Accounting, Risk and Insurance, Investment Analysis II',
    'Financial Modelling, International Finance, Project Finance, Accounting Software Practice',
    'Strategic Financial Management, Senior Essay, Internship',
  ],
  BAFI: [
    'Introduction to Banking, Basic Mathematics, Communicative English I, Civics and Ethics, Introduction to Computing',
    'Principles of Accounting, Microeconomics, Communicative English II, Introduction to Management',
    'Principles of Finance, Macroeconomics, Business Law, Business Statistics, Bank Operations I',
    'Money and Banking, Financial Institutions, Bank Operations II, Customer Relations',
    'Credit Analysis I, Banking Law and Regulation, Microfinance, Research Methods',
    'Credit Analysis II, Risk Management, Insurance Principles, Digital Banking',
    'Central Banking, International Banking, Treasury Management, Financial Inclusion',
    'Bank Strategy, Senior Essay, Internship',
  ],
  DASC: [
    'Calculus I, Introduction to Programming I, Communicative English I, Critical Thinking, Introduction to Data Science',
    'Calculus II, Introduction to Programming II, Communicative English II, Linear Algebra',
    'Probability, Data Structures, Databases I, Discrete Mathematics, Data Ethics',
    'Statistical Inference, Algorithms, Databases II, Data Visualisation',
    'Machine Learning I, Regression Analysis, Data Engineering, Research Methods',
    'Machine Learning II, Time Series, Big Data Systems, Experimental Design',
    'Deep Learning, Natural Language Processing, Data Science Project I, Privacy and Security',
    'Data Science Project II, Internship',
  ],
  // Three years only: the fourth has no courses.
  ENTR: [
    'Entrepreneurial Thinking, Basic Mathematics, Communicative English I, Introduction to Computing, Creativity Workshop',
    'Design Thinking, Microeconomics, Communicative English II, Introduction to Management, Marketing I',
    'Business Models, Accounting for Founders, Marketing II, Business Law, Business Statistics',
    'Product Development, Financing a Venture, Digital Commerce, Negotiation',
    'Innovation Management, Social Enterprise, Operations, Research Methods, Venture Project I',
    'Growth and Leadership, Venture Project II, Internship',
    '',
    '',
  ],
  // The sixth semester is spent in the field: it has no courses of its own.
  SOWK: [
    'Introduction to Social Work, Introduction to Sociology, Communicative English I, Civics and Ethics, Introduction to Computing',
    'History of Social Welfare, General Psychology, Communicative English II, Social Anthropology',
    'Human Behaviour I, Social Work Methods I, Introduction to Statistics, Family Studies',
    'Human Behaviour II, Social Work Methods II, Social Policy, Counselling Skills',
    'Community Development, Child Protection, Research Methods, Gender and Development',
    '',
    'Social Work in Health, Case Management, Disability and Inclusion, Conflict and Peace',
    'Social Work Administration, Senior Essay, Field Practice Seminar',
  ],
};

/** @returns the courses of a program: some semesters, or a whole year, may have none */
export function coursesOf(prefix: string): Course[] {
  const courses: Course[] = [];
  for (const [at, names] of (semesters[prefix] ?? []).entries()) {
    for (const [place, name] of names.split(', ').filter(Boolean).entries()) {
      const year = Math.floor(at / 2) + 1;
      const part = at % 2 === 0 ? '1' : '2';
      const long = /Project|Essay|Internship|Accounting I/.test(name);
      courses.push({
        semesterNumber: at + 1,
        courseCode: `${prefix} ${year}${part}${place + 1}`,
        courseName: name,
        creditHours: long ? 4 : 3,
        ectsCredit: long ? 7 : 5,
        prerequisite: firstPart(courses, name)?.courseCode ?? null,
      });
    }
  }
  return courses;
}

/** The second part of a course needs the first. */
function firstPart(courses: readonly Course[], name: string): Course | undefined {
  if (!name.endsWith(' II')) return undefined;
  return courses.find((course) => course.courseName === name.slice(0, -1));
}
