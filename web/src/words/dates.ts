export const texts = { Day: 'Day', Month: 'Month', Year: 'Year' };
