import { batchProgram, content, course, program } from '@one-planet/contract';
import { type Named, namedObject } from './named.ts';

export const catalogueNames: Readonly<Record<string, Named>> = {
  Program: namedObject(program, 'A degree program; what is only shown may be a number or text.', {
    id: "The program's id.",
    name: 'Its name, in no other program.',
    description: 'What it is about.',
    studyLevel: 'The level, such as Undergraduate.',
    duration: 'How long it takes.',
    modality: 'How it is taught, such as Online.',
    feePerCreditHour: 'The credit hours of the whole program, whatever the name says.',
    careerOpportunity: 'What its graduates work as.',
    base64String: 'Shown with the program.',
  }),
  Course: namedObject(course, 'A course of a program.', {
    semesterNumber: 'The semester it is taught in.',
    courseCode: 'A short code.',
    courseName: "The course's name.",
    creditHours: 'Its credit hours.',
    ectsCredit: 'Its credits in the European system.',
    prerequisite: 'What has to be passed before it.',
  }),
  BatchProgram: namedObject(batchProgram, 'An offer: a program that can be applied for now.', {
    id: "The offer's own id, a whole number or the same as text.",
    program: 'The program that is offered.',
    batch: 'When it begins.',
  }),
  OfferedProgram: namedObject(batchProgram.shape.program, 'The program of an offer.', {
    id: 'Its id in the list of programs.',
    name: 'Its name, the same as in the list of programs.',
  }),
  Batch: namedObject(
    batchProgram.shape.batch.unwrap().unwrap(),
    'The applicants who begin together.',
    { id: "The batch's id.", name: 'Its name, such as the month it begins.' },
  ),
  Content: namedObject(content, 'A text block that the staff can change.', {
    id: "The block's id; 1 is the text of the home page.",
    content: 'The text, shown as it is.',
  }),
};
