/** Records of public lists, read field by field: one that is odd must not take a page away. */
import { fieldsOf, textOf } from './unchecked.ts';

/** A program as the site shows it; a field that the backend leaves out, or that can't be shown, is empty. */
export interface Program {
  id: string;
  name: string;
  description: string;
  studyLevel: string;
  duration: string;
  modality: string;
  feePerCreditHour: string;
  careerOpportunity: string;
  /** Its picture: base64, or the address of the file that the build made of it. */
  base64String: string;
}

/** A course; a field that the backend leaves out, or that can't be shown, is empty. */
export interface Course {
  semesterNumber: string;
  courseCode: string;
  courseName: string;
  creditHours: string;
  ectsCredit: string;
  prerequisite: string;
}

/** Reads the programs in a list, as the API answers it; the build does the same. */
export function programsOf(list: readonly unknown[]): Program[] {
  return list.flatMap((record) => {
    const program = textsIn(record);
    const read: Program = {
      id: program('id'),
      name: program('name'),
      description: program('description'),
      studyLevel: program('studyLevel'),
      duration: program('duration'),
      modality: program('modality'),
      feePerCreditHour: program('feePerCreditHour'),
      careerOpportunity: program('careerOpportunity'),
      base64String: program('base64String'),
    };
    return read.name ? [read] : [];
  });
}

/** Reads the courses in a list. */
export function coursesOf(list: readonly unknown[]): Course[] {
  return list.flatMap((record) => {
    const course = textsIn(record);
    const read: Course = {
      semesterNumber: course('semesterNumber'),
      courseCode: course('courseCode'),
      courseName: course('courseName'),
      creditHours: course('creditHours'),
      ectsCredit: course('ectsCredit'),
      prerequisite: course('prerequisite'),
    };
    return read.courseName || read.courseCode ? [read] : [];
  });
}

/** Reads the texts in a list, by their id. */
export function textsOf(list: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(
    list.map((record) => {
      const item = textsIn(record);
      return [item('id'), item('content')] as const;
    }),
  );
}

function textsIn(record: unknown): (field: string) => string {
  const fields = fieldsOf(record);
  return (field) => textOf(fields[field]);
}
