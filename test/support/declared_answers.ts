import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Document, loadDocument, type Operation, operationsOf } from '../../gateway/contract/document.ts';
import { fromIso } from '../../lib/time/iso.ts';
import { closeToOwnValues } from './own_values.ts';
import type { Answer } from './platform.ts';
import { noteAnswer } from './seen_answers.ts';

type Declared = {
  operationId: string;
  method: string;
  path: RegExp;
  where: string;
  /** The validator of a declared status; null if the status has no JSON; undefined if it is not declared. */
  checkOf(status: number): ValidateFunction | null | undefined;
};
type Answers = { operations: Declared[]; problem: ValidateFunction };
type Responses = Record<string, { content?: Record<string, { schema: object }> }>;

let declared: Answers | undefined;

/**
 * Validates an answer against gateway/openapi.yaml. A success must be declared, and match its schema with values that
 * the document lists. Any other answer must be a problem document, or JSON that the document declares. Throws an Error
 * that names the difference. An answer to a path that is not in the document must be a problem.
 */
export function checkDeclared(method: string, path: string, answer: Answer): void {
  const operation = declaredAt(method, path);
  if (operation) noteAnswer(operation.operationId, answer.status);
  checkUnnoted(method, path, answer);
}

/** Does the same as checkDeclared for operations of the document, and nothing for other pages. */
export function checkIfDeclared(method: string, path: string, answer: Answer): void {
  if (declaredAt(method, path)) checkDeclared(method, path, answer);
}

/**
 * Validates an answer like checkDeclared, without noting it as seen: random requests do not count as tests of an
 * answer.
 */
export function checkUnnoted(method: string, path: string, answer: Answer): void {
  declared ??= readDeclared(loadDocument());
  const operation = declaredAt(method, path);
  const isSuccess = answer.status < 400;
  if (isSuccess && !operation)
    throw new Error(`${method} ${path} is not in the document and answered ${answer.status}.`);
  const isProblem = !isSuccess && !answer.type.startsWith('application/json');
  const validate = isProblem ? declared.problem : operation?.checkOf(answer.status);
  if (validate === undefined) throw new Error(`${operation?.where} does not declare the ${answer.status} it answered.`);
  if (isProblem ? answer.type !== 'application/problem+json' : !isSuccess && validate === null)
    throw new Error(`${method} ${path} answered ${answer.type}.`);
  if (validate === null && isSuccess) return checkPlain(method, path, answer);
  if (validate && !validate(answer.body))
    throw new Error(
      `${method} ${path} answered ${answer.text.slice(0, 500)}, which ${JSON.stringify(validate.errors)}`,
    );
}

function declaredAt(method: string, path: string): Declared | undefined {
  declared ??= readDeclared(loadDocument());
  const [pathname = ''] = path.replace(/^https?:\/\/[^/]+/, '').split('?');
  return declared.operations.find((one) => one.method === method.toLowerCase() && one.path.test(pathname));
}

function checkPlain(method: string, path: string, { status, text }: Answer): void {
  if (status === 204 && text !== '') throw new Error(`${method} ${path} answered 204 with a body.`);
}

/**
 * Reads the declared answers. A validator is compiled on its first use: a suite sees few answers, and compiling all
 * takes two seconds.
 */
function readDeclared(document: Document): Answers {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  closeToOwnValues(ajv);
  ajv.addFormat('date-time', (text: string) => fromIso(text) !== null);
  ajv.addFormat('uri', (text: string) => URL.canParse(text));
  ajv.addFormat('int32', true);
  ajv.addSchema({ ...document, $id: 'openapi' } as object);
  const operations = colonsFirst(operationsOf(document)).map(({ operationId, method, base, path }) => {
    const { responses } = document.paths[path]![method] as { responses: Responses };
    const parts = `${base === '/' ? '' : base}${path}`.split(/\{\w+\}/).map((part) => part.replace(/[.:]/g, '\\$&'));
    return {
      operationId,
      method,
      path: new RegExp(`^${parts.join('[^/]+')}$`),
      where: `${method} ${path}`,
      checkOf(status: number) {
        const response = responses[status];
        if (!response?.content?.['application/json']) return response && null;
        const pointer = `openapi#/paths/${escaped(path)}/${method}/responses/${status}/content/${escaped('application/json')}/schema`;
        // Call this only once per schema, because ajv registers the reference.
        return ajv.getSchema(pointer);
      },
    };
  });
  return { operations, problem: ajv.compile({ $ref: 'openapi#/components/schemas/Problem' }) };
}

/**
 * Sorts paths with colons first, as the router does: `{connectionId}:oauth-update` is not a value of `{connectionId}`.
 */
function colonsFirst(operations: Operation[]): Operation[] {
  return operations.toSorted((a, b) => Number(b.path.includes(':')) - Number(a.path.includes(':')));
}

/** Encodes a path as part of a JSON pointer inside a URI reference. */
function escaped(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
}
