import type { Program } from '@one-planet/contract';

type ProgramSeed = Omit<Program, 'base64String'> & {
  id: number;
  /** What its course codes start with. */
  prefix: string;
};

const common = { studyLevel: 'Undergraduate', duration: '4 years', modality: 'Online' };

/** The six programs of the specification. */
export const programSeed: readonly ProgramSeed[] = [
  {
    ...common,
    id: 11,
    prefix: 'ACCT',
    name: 'Accounting',
    description:
      'Learn to record, read and explain the finances of an organisation: bookkeeping, cost control, taxation and auditing under Ethiopian law and international standards.',
    feePerCreditHour: 141,
    careerOpportunity: 'Accountant, internal auditor, tax adviser, cost analyst',
  },
  {
    ...common,
    id: 12,
    prefix: 'ACFN',
    name: 'Accounting and Finance',
    description:
      'Combines accounting with the management of money: investment, financial markets and the reports both rest on.',
    feePerCreditHour: 144,
    careerOpportunity: 'Financial analyst, accountant, budget officer, finance manager',
  },
  {
    ...common,
    id: 13,
    prefix: 'BAFI',
    name: 'Banking and Finance',
    description:
      'Prepares for work in banks, microfinance and insurance: credit, risk, regulation and digital banking.',
    feePerCreditHour: 139,
    careerOpportunity: 'Credit officer, branch manager, risk analyst, treasury officer',
  },
  {
    ...common,
    id: 14,
    prefix: 'DASC',
    name: 'Data Science',
    description:
      'Mathematics, programming and statistics for people who want to find out what data says, and to tell others about it honestly.',
    feePerCreditHour: 148,
    careerOpportunity: 'Data analyst, data engineer, machine learning developer',
  },
  {
    ...common,
    id: 15,
    prefix: 'ENTR',
    name: 'Entrepreneurship & Innovation',
    duration: '3 years',
    description:
      'From an idea to a business that lasts: markets, design, money, law and the people one works with.',
    feePerCreditHour: 108,
    careerOpportunity: 'Founder, product manager, business developer, consultant',
  },
  {
    ...common,
    id: 16,
    prefix: 'SOWK',
    name: 'Social Work',
    description:
      'Working with individuals, families and communities in difficulty: theory, methods, ethics and a long practice in the field.',
    feePerCreditHour: 126,
    careerOpportunity: 'Social worker, case manager, community organiser, counsellor',
  },
];
