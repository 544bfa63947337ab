import type { Exam } from '@one-planet/contract';

/** Finds a field that distinguishes right choices from wrong ones. */
export function leakedAnswerField(
  exam: Exam,
  rights: readonly (readonly [unknown, unknown])[],
): string | undefined {
  const right: Record<string, unknown>[] = [];
  const wrong: Record<string, unknown>[] = [];
  const questions: [Record<string, unknown>, right: Record<string, unknown>][] = [];
  for (const [at, { questionDto }] of exam.examQuestionDtoList.entries()) {
    for (const choice of questionDto.questionChoiceDtoList) {
      const isRight = choice.id === rights[at]?.[1];
      (isRight ? right : wrong).push(choice);
      if (isRight) questions.push([questionDto, choice]);
    }
  }
  const declared = ['id', 'label', 'choiceText', 'questionText', 'questionChoiceDtoList'];
  const extra = (one: object | undefined) =>
    Object.keys(one ?? {}).filter((name) => !declared.includes(name));
  const ofChoice = extra(right[0]).find((name) => {
    const values = new Set(right.map((choice) => JSON.stringify(choice[name])));
    return values.size === 1 && !wrong.some((choice) => values.has(JSON.stringify(choice[name])));
  });
  return (
    ofChoice ??
    extra(questions[0]?.[0]).find((name) =>
      questions.every(([question, choice]) =>
        [choice.id, choice.label, choice.choiceText].includes(question[name]),
      ),
    )
  );
}
