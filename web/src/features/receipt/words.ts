export const texts = {
  title: 'Student Registration Receipt',
  failed: "We couldn't load the receipt.",
  notThereYet:
    'There is no receipt for this payment code yet. The college may issue it only after the payment has been verified.',
  /** Stands on a receipt of hers until the staff have verified the payment. */
  waiting: 'Waiting for verification',
  datePaid: 'Date paid',
  method: 'Payment method',
  methods: { offline: 'Offline', online: 'Online' },
  to: {
    title: 'Receipt to',
    name: 'Name',
    paymentCode: 'Payment code',
    transactionReference: 'Transaction reference',
    email: 'E-mail',
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

/** What amounts in words are made of (decisions, section 3). */
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
