/** The programs and their courses. */

import type { Course, Program } from '@one-planet/contract';
import { programPicture } from './pictures.ts';

const courseTextsByPrefix: Readonly<Record<string, readonly string[]>> = {
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
  // The fourth year has no courses yet.
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
  // The sixth semester is a practical semester without courses.
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

/** @returns the courses of a program; some semesters, or a whole year, may have none */
export function coursesOf(codePrefix: string): Course[] {
  const courses: Course[] = [];
  for (const [index, names] of (courseTextsByPrefix[codePrefix] ?? []).entries()) {
    for (const [place, name] of names.split(', ').filter(Boolean).entries()) {
      const studyYear = Math.floor(index / 2) + 1;
      const semesterOfYear = index % 2 === 0 ? '1' : '2';
      const hasMoreCredits = /Project|Essay|Internship|Accounting I/.test(name);
      courses.push({
        semesterNumber: index + 1,
        courseCode: `${codePrefix} ${studyYear}${semesterOfYear}${place + 1}`,
        courseName: name,
        creditHours: hasMoreCredits ? 4 : 3,
        ectsCredit: hasMoreCredits ? 7 : 5,
        prerequisite: findPrerequisite(courses, name)?.courseCode ?? null,
      });
    }
  }
  return courses;
}

/** @returns the course that is required for this one: the first part of a course in two parts */
function findPrerequisite(courses: readonly Course[], name: string): Course | undefined {
  if (!name.endsWith(' II')) return undefined;
  return courses.find((course) => course.courseName === name.slice(0, -1));
}

type ProgramSeed = Program & {
  id: number;
  /** The beginning of the program's course codes. */
  codePrefix: string;
};

/** Only the last program has a picture, as in a college that has not uploaded the others yet. */
const commonFields = {
  studyLevel: 'Undergraduate',
  duration: '4 years',
  modality: 'Online',
  base64String: '',
};

/** The six programs of the specification. */
export const programSeed: readonly ProgramSeed[] = [
  {
    ...commonFields,
    id: 11,
    codePrefix: 'ACCT',
    name: 'Accounting',
    description:
      'Learn to record, read and explain the finances of an organisation: bookkeeping, cost control, taxation and auditing under Ethiopian law and international standards.',
    feePerCreditHour: 141,
    careerOpportunity: 'Accountant, internal auditor, tax adviser, cost analyst',
  },
  {
    ...commonFields,
    id: 12,
    codePrefix: 'ACFN',
    name: 'Accounting and Finance',
    description:
      'Combines accounting with the management of money: investment, financial markets and the reports both rest on.',
    feePerCreditHour: 144,
    careerOpportunity: 'Financial analyst, accountant, budget officer, finance manager',
  },
  {
    ...commonFields,
    id: 13,
    codePrefix: 'BAFI',
    name: 'Banking and Finance',
    description:
      'Prepares for work in banks, microfinance and insurance: credit, risk, regulation and digital banking.',
    feePerCreditHour: 139,
    careerOpportunity: 'Credit officer, branch manager, risk analyst, treasury officer',
  },
  {
    ...commonFields,
    id: 14,
    codePrefix: 'DASC',
    name: 'Data Science',
    description:
      'Mathematics, programming and statistics for people who want to find out what data says, and to tell others about it honestly.',
    feePerCreditHour: 148,
    careerOpportunity: 'Data analyst, data engineer, machine learning developer',
  },
  {
    ...commonFields,
    id: 15,
    codePrefix: 'ENTR',
    name: 'Entrepreneurship & Innovation',
    duration: '3 years',
    description:
      'From an idea to a business that lasts: markets, design, money, law and the people one works with.',
    feePerCreditHour: 108,
    careerOpportunity: 'Founder, product manager, business developer, consultant',
  },
  {
    ...commonFields,
    id: 16,
    codePrefix: 'SOWK',
    name: 'Social Work',
    description:
      'Working with individuals, families and communities in difficulty: theory, methods, ethics and a long practice in the field.',
    feePerCreditHour: 126,
    careerOpportunity: 'Social worker, case manager, community organiser, counsellor',
    base64String: programPicture,
  },
];
