export const receiptTexts = {
  title: 'Student Registration Receipt',
  failed: "We couldn't load the receipt.",
  notThereYet:
    'There is no receipt for this payment code yet. The college may issue it only after the payment has been verified.',
  /** Shown on an applicant's own receipt until staff have verified the payment. */
  waiting: 'Waiting for verification',
  datePaid: 'Date paid',
  method: 'Payment method',
  methods: { offline: 'Offline', online: 'Online' },
  to: {
    title: 'Receipt to',
    name: 'Name',
    paymentCode: 'Payment code',
    transactionReference: 'Transaction reference',
    email: 'Email',
  },
  payment: {
    title: 'Payment',
    bank: 'Bank through',
    accountNumber: 'Account number',
    reason: 'Reason',
  },
  banks: { state: 'Commercial Bank of Ethiopia', other: 'Other bank' },
  fees: {
    title: 'Fees',
    item: 'Fee',
    amount: 'Amount',
    application: 'Application fee',
    registration: 'Registration fee',
    other: 'Other fees',
    total: 'Total',
    inWords: 'Amount in words',
  },
  signature: 'Finance signature',
  print: 'Print the receipt',
};

/** The parts of an amount in words (decisions, section 3). */
export const numberWords = {
  belowTwenty: [
    'zero',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
    'thirteen',
    'fourteen',
    'fifteen',
    'sixteen',
    'seventeen',
    'eighteen',
    'nineteen',
  ],
  tens: ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'],
  hundred: 'hundred',
  /** Each a thousand times the one before. */
  thousands: ['', 'thousand', 'million', 'billion', 'trillion'],
  and: {
    unit: (tens: string, unit: string) => `${tens}-${unit}`,
    tens: (hundreds: string, tens: string) => `${hundreds} and ${tens}`,
    cents: (birr: string, cents: string) => `${birr} and ${cents}`,
  },
  birr: (amount: string) => `${amount} birr`,
  cents: (amount: string, count: number) => `${amount} ${count === 1 ? 'cent' : 'cents'}`,
};

/** The labels of the sample receipt; its made-up student, courses and amounts are in receipt-sample.tsx. */
export const receiptSampleTexts = {
  mark: 'Sample',
  title: 'Student Fee Receipt',
  note: 'This page shows what a fee receipt of the college looks like. The student, the courses and the amounts are made up; it is no proof of payment.',
  personal: {
    title: 'Personal detail',
    name: 'Name',
    studentId: 'Student ID',
    batch: 'Academic year / batch',
    semester: 'Semester',
    program: 'Program',
    yearLevel: 'Year level',
    category: 'Student category',
  },
  courses: {
    title: 'Course fees',
    name: 'Course name',
    code: 'Code',
    credits: 'Credits',
    feePerHour: 'Fee per hour (ETB)',
    total: 'Total (ETB)',
    sum: 'Tuition fee',
  },
  summary: {
    title: 'Fee summary',
    facilities: 'Facilities fee',
    tuition: 'Tuition fee',
    grandTotal: 'Grand total',
  },
  stamp: 'Stamp and signature of the finance office',
};
