/** An applicant of the second backend's tests: plain fetch, in the alternate dialect. */

import { documentOf, goodPassword, pictureOf, registration } from './samples.ts';

type Json = Record<string, unknown>;
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  json: Json;
}

interface Exam {
  examDto: { id: string };
  examQuestionDtoList: {
    id: string;
    questionDto: {
      questionText: string;
      questionChoiceDtoList: { id: string; choiceText: string }[];
    };
  }[];
}

export class Applicant {
  token: string | undefined;
  readonly url: string;
  readonly email: string;

  constructor(url: string, email: string) {
    this.url = url;
    this.email = email;
  }

  async call(wire: string, body?: unknown): Promise<Answer> {
    const [method = 'GET', path = ''] = wire.split(' ');
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    const { status, headers } = response;
    return { status, headers, text, json: isJson ? JSON.parse(text) : {} };
  }

  async mailed(pattern: RegExp): Promise<string> {
    const { text } = await this.call(`GET /ops/mail?to=${encodeURIComponent(this.email)}`);
    const [newest] = JSON.parse(text);
    return pattern.exec(newest.text)?.[1] ?? '';
  }

  activate(token: string) {
    return this.call(`POST /api/applicants/public/activate/${token}`);
  }

  createPassword(password = goodPassword) {
    const { email } = this;
    return this.call('POST /api/applicants/public/create_password', {
      name: email,
      email,
      password,
    });
  }

  async logIn(passwords = goodPassword): Promise<Answer> {
    const answer = await this.call('POST /api/auth/public/login', { email: this.email, passwords });
    if (answer.status === 200) this.token = String(answer.json.token);
    return answer;
  }

  async profile(): Promise<Json> {
    const { email } = this;
    const path = `/api/applicants/private/get_by_email/${encodeURIComponent(email)}`;
    return (await this.call(`GET ${path}`)).json;
  }

  async enter(): Promise<this> {
    await this.call('POST /api/applicants/public/apply', registration(this.email));
    await this.activate(await this.mailed(/activate\/(\S+)/));
    await this.createPassword();
    await this.logIn();
    return this;
  }

  async startExam(): Promise<Exam> {
    return (await this.call('POST /api/exams/private/create')).json as unknown as Exam;
  }

  /** Answers that many questions right, and leaves the others out. */
  async results(exam: Exam, right: number): Promise<string> {
    const key = (await this.call('GET /ops/exam-key.json')).json;
    return exam.examQuestionDtoList
      .slice(0, right)
      .map(({ id, questionDto: { questionText, questionChoiceDtoList } }) => {
        const choice = questionChoiceDtoList.find((one) => one.choiceText === key[questionText]);
        return `${id}:${choice?.id}`;
      })
      .join(',');
  }

  async takeExam(right = 6): Promise<Answer> {
    const exam = await this.startExam();
    const results = await this.results(exam, right);
    return this.call('POST /api/exams/private/submit_exam', { id: exam.examDto.id, results });
  }

  upload(bytes: Buffer<ArrayBuffer>, name: string): Promise<Answer> {
    const form = new FormData();
    form.append('file', new File([bytes], name));
    return this.call('POST /api/files/private/upload_v2', form);
  }

  async payment(): Promise<Json> {
    const { json } = await this.call('GET /api/payments/private/get_pending_payment');
    return {
      paymentCode: (json.paymentDto as Json | undefined)?.paymentCode,
      transactionReference: 'FT25001ABCDE',
      bankAccount: '11',
      attachmentUrl: (await this.upload(pictureOf(99), 'receipt.jpg')).text,
    };
  }

  async biography(): Promise<Json> {
    return {
      countryOfBirth: "Côte d'Ivoire",
      countryOfResidence: 'Ethiopia',
      nationality: 'Ethiopian',
      nativeLanguage: 'Amharic',
      gender: 'female',
      dateOfBirth: '2000-02-29',
      placeOfBirth: "Côte d'Ivoire",
      profilePicture: (await this.upload(pictureOf(99), 'me.jpg')).text,
      educationDocument: (await this.upload(documentOf(99), 'school.pdf')).text,
    };
  }

  staff(decision: string): Promise<Answer> {
    return this.call(`POST /ops/staff/${decision}?email=${encodeURIComponent(this.email)}`);
  }
}
