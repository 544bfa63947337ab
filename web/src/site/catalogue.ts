/** Public data, each fetched once. Its records are read field by field: one that is odd must not take a page away. */
import { useSite } from './site.ts';
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
  /** Its picture. */
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

/** The programs that have a name, with their pictures. @param wanted false: not to be fetched yet */
export function usePrograms(wanted = true) {
  return useSite().hooks.programs.list.useQuery({
    queryKey: ['programs.list'],
    queryData: { isUsable: isListOf(programsOf) },
    select: ({ body }) => programsOf(body),
    enabled: wanted,
  });
}

/** The courses of one program. */
export function useCourses(programId: string) {
  return useSite().hooks.programs.courses.useQuery({
    queryKey: ['programs.courses', programId],
    queryData: { params: { programId }, isUsable: isListOf(coursesOf) },
    select: ({ body }) => coursesOf(body),
  });
}

/** The texts that staff can change, by their id. */
export function useContents() {
  return useSite().hooks.contents.list.useQuery({
    queryKey: ['contents.list'],
    queryData: { isUsable: Array.isArray },
    select: ({ body }) => textsOf(body),
  });
}

/** Some backends send null for an empty list, or records without any use: the page then offers a retry. */
function isListOf(read: (list: readonly unknown[]) => readonly unknown[]) {
  return (body: unknown) => Array.isArray(body) && (body.length === 0 || read(body).length > 0);
}

function programsOf(list: readonly unknown[]): Program[] {
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

function coursesOf(list: readonly unknown[]): Course[] {
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

function textsOf(list: readonly unknown[]): ReadonlyMap<string, string> {
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
