import type { Exam } from '@one-planet/contract';
import { fieldsOf, idOf, numberOf, textOf } from '../../site/unchecked.ts';

type Question = Exam['examQuestionDtoList'][number];
type Choice = Question['questionDto']['questionChoiceDtoList'][number];

/**
 * Reads a test field by field: it is kept on the device, where one odd record would crash it after every reload.
 * @returns the questions that can be shown and answered; `undefined` where there is no test, time or question
 */
export function examOf(body: unknown): Exam | undefined {
  const { examDto, examQuestionDtoList } = fieldsOf(body);
  const id = idOf(fieldsOf(examDto).id);
  const duration = numberOf(fieldsOf(examDto).duration) ?? 0;
  const questions = listOf(examQuestionDtoList).flatMap(questionsOf);
  if (id === null || duration <= 0 || questions.length === 0) return undefined;
  return { examDto: { id, duration }, examQuestionDtoList: questions };
}

function questionsOf(record: unknown): Question[] {
  const { id: given, questionDto } = fieldsOf(record);
  const { questionText, questionChoiceDtoList } = fieldsOf(questionDto);
  const id = idOf(given);
  const choices = listOf(questionChoiceDtoList).flatMap(choicesOf);
  if (id === null || choices.length === 0) return [];
  const question = { questionText: textOf(questionText), questionChoiceDtoList: choices };
  return [{ id, questionDto: question }];
}

function choicesOf(record: unknown): Choice[] {
  const { id: given, label, choiceText } = fieldsOf(record);
  const [id, shown] = [idOf(given), { label: textOf(label), choiceText: textOf(choiceText) }];
  return id !== null && (shown.label || shown.choiceText) ? [{ id, ...shown }] : [];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
