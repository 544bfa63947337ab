import { canonical } from '@one-planet/contract/wire';
import settings from '../../config.json' with { type: 'json' };
import example from '../../content.example.json' with { type: 'json' };
import { parseSettings } from '../../src/config.ts';
import { contentSchema } from '../../src/content/schema/schema.ts';
import { createSite } from '../../src/create-site.ts';
import type { Site } from '../../src/site/site.ts';

const programs = [
  'Accounting and Finance',
  'Data Science',
  'Business Management',
  'Information Technology',
  'Social Work',
  'Agribusiness and Value Chain Management',
].map((name, at) => ({ id: String(at + 1), name }));

const courses = [
  ['1', 'ACFN 1011', 'Principles of Accounting I', '4', '6', ''],
  ['1', 'MGMT 1012', 'Introduction to Management', '3', '5', ''],
  ['1', 'FLEn 1013', 'Communicative English Language Skills', '3', '5', ''],
  ['2', 'ACFN 1021', 'Principles of Accounting II', '4', '6', 'ACFN 1011'],
  ['2', '', 'Mathematics for Finance', '3', '5', ''],
].map(([semesterNumber, courseCode, courseName, creditHours, ectsCredit, prerequisite]) => ({
  semesterNumber,
  courseCode,
  courseName,
  creditHours,
  ectsCredit,
  prerequisite,
}));

/** @returns a site without a backend: it knows the example's content, four programs and a year of courses */
export function sampleSite(): Site {
  const { photos, videoPoster, ...content } = contentSchema.parse(example);
  const fetch = async (request: RequestInfo | URL) => {
    const address = request instanceof Request ? request.url : String(request);
    const list = address.includes('courses')
      ? courses
      : address.includes('programs')
        ? programs
        : [];
    return Response.json(list);
  };
  return createSite(parseSettings(settings), canonical, { fetch }, { programs, content });
}
