/** The Ethiopian calendar. */
export const calendarTexts = {
  day: 'Day',
  month: 'Month',
  year: 'Year',
  choose: 'Month',
  hint: 'Your date of birth in the Ethiopian calendar. The fields above get the same day in the Gregorian one.',
  is: (ethiopian: string, gregorian: string) => `${ethiopian} is ${gregorian}.`,
  noDay: 'There is no such day in the Ethiopian calendar.',
  date: (day: number, month: string, year: number) => `${day} ${month} ${year}`,
  both: (gregorian: string, ethiopian: string) =>
    `${gregorian} (${ethiopian} in the Ethiopian calendar)`,
  months: [
    'Meskerem',
    'Tikimt',
    'Hidar',
    'Tahsas',
    'Tir',
    'Yekatit',
    'Megabit',
    'Miyazya',
    'Ginbot',
    'Sene',
    'Hamle',
    'Nehase',
    'Pagumē',
  ],
};
