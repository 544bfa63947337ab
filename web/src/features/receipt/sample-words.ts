/** Everything on the sample receipt is made up; its amounts stand in `screens/receipt-sample/sample.ts`. */
export const texts = {
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
