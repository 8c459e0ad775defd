import type { z } from "zod";
import type { AnyContract, FieldCode, Input } from "@/lib/contract/contract";
import { fieldErrors } from "@/lib/contract/field-errors";
import { queryOf } from "@/lib/contract/query-of";
import { type FieldError, ServiceError, ValidationError } from "@/lib/kernel/errors";
import type { Progress } from "./progress";
import { readBody } from "./read-body";
import { readUpload } from "./read-upload";

type Part = Record<string, unknown>;

function parsePart(schema: z.ZodObject | undefined, part: Part, errors: FieldError[]): Part {
  if (!schema) return {};
  const parsed = schema.safeParse(part, { reportInput: true });
  if (parsed.success) return parsed.data as Part;
  errors.push(...fieldErrors(parsed.error.issues));
  return {};
}

/** Stands for bytes that are not UTF-8 in what a URL's parser returns. */
const REPLACEMENT = "\ufffd";
const ENCODED_REPLACEMENT = /%EF%BF%BD/i;

/**
 * Reports the parameters of a contract whose bytes are not UTF-8, such as `M%FCller`: the parser of the URL replaces the bytes, so
 * that another text than the client's would be stored or searched. A body in another encoding is refused too.
 */
function encodingErrors(schema: z.ZodObject, { search }: URL): FieldError[] {
  const altered = new Set<string>();
  for (const pair of search.slice(1).split("&")) {
    if (ENCODED_REPLACEMENT.test(pair)) continue;
    for (const [name, value] of new URLSearchParams(pair))
      if (value.includes(REPLACEMENT)) altered.add(name);
  }
  return Object.keys(schema.shape)
    .filter((name) => altered.has(name))
    .map((property) => ({
      property,
      constraints: { isText: `${property} must be UTF-8 in percent-encoding` },
    }));
}

/** Reports a repeated query parameter as repeated, not as a list in place of a value. */
function parseQuery(schema: z.ZodObject | undefined, text: string, errors: FieldError[]): Part {
  if (!schema) return {};
  const url = new URL(text);
  const query = queryOf(url);
  const found: FieldError[] = [];
  const parsed = parsePart(schema, query, found);
  const encoding = encodingErrors(schema, url);
  errors.push(...encoding);
  const known = new Set(encoding.map(({ property }) => property));
  for (const error of found) {
    const { property } = error;
    const isSingle = `${property} must not be given more than once`;
    if (known.has(property)) continue;
    errors.push(Array.isArray(query[property]) ? { property, constraints: { isSingle } } : error);
  }
  return parsed;
}

/**
 * Throws the error code of a wrong field with its own code (`fieldCodes`), unless another field without one is wrong,
 * or several are wrong and one is missing. Source: decision 0011.
 */
function refuse(errors: FieldError[], fieldCodes: readonly FieldCode[] = []): never {
  const codeOf = (error: FieldError) =>
    fieldCodes.find(
      ({ property, rule }) => property === error.property && (!rule || rule in error.constraints),
    );
  const codes = errors.flatMap((error) => codeOf(error)?.code ?? []);
  const [code] = codes;
  const isOneOfSeveralMissing =
    errors.length > 1 && errors.some(({ constraints }) => "isNotEmpty" in constraints);
  if (code === undefined || codes.length < errors.length || isOneOfSeveralMissing)
    throw new ValidationError(errors);
  throw new ServiceError(code);
}

/**
 * Parses a request and validates it against its contract; drops unknown fields. Stores the raw body in `progress`.
 * @throws ValidationError naming every wrong field; ServiceError with the code of the contract's `fieldCodes`.
 */
export async function parse<C extends AnyContract>(
  contract: C,
  request: Request,
  routeParams: Promise<Record<string, string | string[] | undefined>> | undefined,
  progress: Progress,
): Promise<Input<C>> {
  const errors: FieldError[] = [];
  const params = contract.params ? await routeParams : undefined;
  if (contract.body) progress.body = await readBody(request);
  const file = contract.upload && (await readUpload(request, contract.upload));
  const input = {
    params: (params ?? {}) as Part,
    query: parseQuery(contract.query, request.url, errors),
    body: parsePart(contract.body, progress.body ?? {}, errors),
    ...(file && { file }),
  };
  if (errors.length > 0) refuse(errors, contract.fieldCodes);
  return input as Input<C>;
}
