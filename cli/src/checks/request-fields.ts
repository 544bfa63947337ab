/** The fields of an operation's request body, and what the specification says of each. */
import { findOperation, type OperationName } from '@one-planet/contract';
import { z } from 'zod';
import type { Level } from './check.ts';

export interface RequestField {
  name: string;
  isRequired: boolean;
  /** Of a refusal when it is missing or of another type. */
  level: Level;
}

/**
 * Required by the contract, yet open: the path or the token says the same, or the specification does not ask for
 * it of the person. A backend that does without is right.
 */
const dispensable: Partial<Record<OperationName, readonly string[]>> = {
  'applicants.register': ['iAgreeMarketing'],
  'applicants.createPassword': ['name', 'email'],
  'applicants.resendEmail': ['email'],
  'applicants.editProfile': ['email'],
  'applicants.saveBioData': ['placeOfBirth'],
  'auth.changePassword': ['email'],
  'exams.submit': ['id', 'results'],
  'payments.payOnline': ['price', 'currency', 'intent', 'description'],
};

/** @returns empty for an operation without a JSON body, or whose payload is not specified */
export function requestFields(name: OperationName): RequestField[] {
  const route = findOperation(name)?.route;
  const body = route && 'body' in route ? objectOf(route.body) : undefined;
  if (!body || name === 'applicants.activate') return [];
  return Object.entries(body.shape as Record<string, z.ZodTypeAny>).map(([field, schema]) => {
    const isRequired = !schema.isOptional();
    const isOpen = dispensable[name]?.includes(field) || !isRequired;
    return { name: field, isRequired, level: isOpen ? 'should' : 'must' };
  });
}

function objectOf(schema: unknown): z.AnyZodObject | undefined {
  if (schema instanceof z.ZodEffects) return objectOf(schema.innerType());
  if (schema instanceof z.ZodObject && !(schema instanceof z.ZodRecord)) {
    return 'file' in schema.shape ? undefined : schema;
  }
  return undefined;
}
