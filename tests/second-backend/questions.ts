/** The twelve questions of the Digital Literacy Test. */

export interface Question {
  text: string;
  right: string;
  wrong: readonly [string, string, string];
}

export const questions: readonly Question[] = [
  {
    text: 'Which part of a computer carries out the instructions of a program?',
    right: 'The processor',
    wrong: ['The power supply', 'The monitor', 'The printer'],
  },
  {
    text: 'What happens to unsaved work in main memory when the power fails?',
    right: 'It is lost',
    wrong: ['It is printed', 'It moves to the hard disk', 'It is sent by e-mail'],
  },
  {
    text: 'Which program opens web pages?',
    right: 'A browser',
    wrong: ['A spreadsheet', 'A media player', 'A calculator'],
  },
  {
    text: 'What does https in an address tell you?',
    right: 'The connection is encrypted',
    wrong: ['The page is free', 'The page has no pictures', 'The owner is a college'],
  },
  {
    text: 'Which of these passwords is the hardest to guess?',
    right: 'river-Lamp-84-cloud',
    wrong: ['password1', '12345678', 'qwertyui'],
  },
  {
    text: 'A mail from an unknown sender asks for your bank password. What do you do?',
    right: 'Delete it without answering',
    wrong: ['Answer politely', 'Send half of it', 'Forward it to friends'],
  },
  {
    text: 'Which key combination usually undoes the last change?',
    right: 'Ctrl+Z',
    wrong: ['Ctrl+P', 'Ctrl+S', 'Alt+F4'],
  },
  {
    text: 'What is a spreadsheet made for?',
    right: 'Tables and calculations',
    wrong: ['Retouching photos', 'Watching films', 'Sending faxes'],
  },
  {
    text: 'Which file name belongs to a picture?',
    right: 'holiday.png',
    wrong: ['holiday.mp3', 'holiday.xlsx', 'holiday.exe'],
  },
  {
    text: 'How many bytes are about one megabyte?',
    right: 'One million',
    wrong: ['One hundred', 'One thousand', 'One billion'],
  },
  {
    text: 'What is a backup?',
    right: 'A copy kept in case the original is lost',
    wrong: ['A faster computer', 'A kind of virus', 'A second monitor'],
  },
  {
    text: 'What does the address field "Cc" of a mail mean?',
    right: 'These people get a copy',
    wrong: ['These people are blocked', 'The mail is encrypted', 'The mail is urgent'],
  },
];

export const passMark = 6;
