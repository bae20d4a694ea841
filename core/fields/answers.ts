import { kindOf, placeOf, type Dictionary } from './dictionary.ts';
import { pathFault } from './path.ts';
import { questionsOf, type FieldQuestion } from './questions.ts';
import { STANDARD_SPECS } from './standard.ts';

/*
 * Answers to questions about names of fields. An answer is a person's reason why the field is not what its name
 * suggests, in place of a kind or a basis. It is valid until it is withdrawn, whatever is declared later. Source:
 * semantics 20.6.
 */

export const QUESTION_CODES = [
  ...['identifier', 'birth', 'contact', 'score', 'person', 'proxy', 'race', 'color', 'religion', 'national_origin'],
  ...['sex', 'marital_status', 'age', 'public_assistance', 'familial_status', 'disability', 'rights_exercised'],
] as const satisfies readonly FieldQuestion['code'][];

export const MAX_ANSWER_LENGTH = 500;
/** Most fields that questions are raised about. */
const MOST_PATHS = 2_000;

/** The question `code` about the field at `path`. */
export interface QuestionKey {
  readonly path: string;
  readonly code: FieldQuestion['code'];
}

export interface FieldQuestionAt extends FieldQuestion {
  readonly path: string;
}

/** True if the question was answered. */
export type IsAnswered = (question: QuestionKey) => boolean;

export const NONE_ANSWERED: IsAnswered = () => false;

export function answeredIn(answers: Iterable<QuestionKey>): IsAnswered {
  const keys = new Set([...answers].map(keyOf));
  return (question) => keys.has(keyOf(question));
}

const keyOf = ({ path, code }: QuestionKey): string => `${code} ${path}`;

/**
 * Questions about the fields at these paths that neither a declaration nor a person has answered. Fields declared by
 * the standard dictionary raise none.
 */
export function openQuestions(
  dictionary: Dictionary,
  fields: Iterable<string>,
  isAnswered: IsAnswered,
): readonly FieldQuestionAt[] {
  const paths = new Set([...fields].slice(0, MOST_PATHS).map((field) => placeOf(dictionary, field).path));
  return [...paths].toSorted().flatMap((path) => {
    const own = dictionary.specs.get(path);
    const spec = own === STANDARD_SPECS.get(path) ? undefined : own;
    if (spec === undefined && (dictionary.at(path) ?? kindOf(dictionary, path)) !== undefined) return [];
    if (pathFault(path, { typeOf: () => 'object' }) !== null) return [];
    return questionsOf(path, spec).flatMap((question) =>
      isAnswered({ path, code: question.code }) ? [] : [{ path, ...question }],
    );
  });
}

/** The fault of an answer, with the member of the request; null if there is none. */
export function answerFault(path: string, code: string): { readonly field: string; readonly message: string } | null {
  const ofPath = pathFault(path, { typeOf: () => 'object' });
  if (ofPath !== null) return { field: 'field', message: ofPath };
  // Declarations answer questions but raise none, so the name alone tells which are possible.
  const asked = questionsOf(path).map((question) => question.code);
  if (asked.some((each) => each === code)) return null;
  const choices = asked.length === 0 ? 'its name raises none' : `its name raises ${asked.join(', ')}`;
  return { field: 'code', message: `is no question about ${JSON.stringify(path)}: ${choices}` };
}
