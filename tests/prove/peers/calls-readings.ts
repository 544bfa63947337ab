import { type Call, call } from './call.ts';
import { emailOf } from './people.ts';
import { note, paper } from './samples.ts';
import type { SetUp } from './set-up.ts';

/** What is read, the exam and files. */
export function readings({ tokens, program, exam, files }: SetUp): Call[] {
  const token = tokens.admitted;
  const answers = { id: Number(exam.id) || 0, results: exam.results.join(',') };
  return [
    call('applicants.getByEmail', 200, { params: { email: emailOf('ADMITTED') }, token }),
    call('applicants.getByEmail', 403, { params: { email: emailOf('ADMITTED', 1) }, token }),
    call('applicants.getBioData', 200, { token }),
    call('batchPrograms.applicable', 200, { token: tokens.readyBadly }),
    call('programs.list', 200),
    call('programs.courses', 200, { params: { programId: program } }),
    call('programs.courses', 404, { params: { programId: '999999' } }),
    call('contents.list', 200),
    call('bankAccounts.list', 200),
    call('exams.create', 201, { token: tokens.starting }),
    call('exams.create', 409, { token: tokens.pending }),
    call('exams.submit', 202, { token: tokens.examined, body: answers }),
    call('exams.submit', 403, { token: tokens.starting, body: answers }),
    call('exams.submit', 404, { token: tokens.starting, body: { ...answers, id: 999999 } }),
    call('files.upload', 200, { token, file: paper }),
    call('files.upload', 415, { token, file: note }),
    call('files.get', 200, { params: { fileName: files.own }, token }),
    call('files.get', 403, { params: { fileName: files.others }, token }),
    call('files.get', 404, { params: { fileName: 'unknown.png' }, token }),
  ];
}
