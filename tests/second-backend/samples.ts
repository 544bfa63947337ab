/** What the applicants of the second backend's tests send. */

export const goodPassword = 'Selam2025';

export const registration = (email: string) => ({
  firstName: 'ሰላም',
  middleName: 'ABEBE',
  lastName: 'KEBEDE',
  email,
  phone: '+251911223344',
  i_am18or_Older: true,
  agreeToTerms: true,
  agreeToPrivacy: true,
  agreeToMarketingPromotions: false,
});

const jpeg = [0xff, 0xd8, 0xff, 0xe0];
export const pictureOf = (size: number) => Buffer.concat([Buffer.from(jpeg)], size);
export const documentOf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7')], size);

export const education = {
  grade10Year: 2014,
  grade10Result: '3.5',
  grade12Year: '2016',
  grade12Result: 512,
  highSchoolAddress: 'Addis Ababa',
  lastAttendedHighSchool: 'Menelik II',
};

export const contact = {
  contactFullName: 'Almaz Abebe',
  contactPhone: '0911223344',
  contactRelation: 'Godmother',
  contactOccupation: null,
};
