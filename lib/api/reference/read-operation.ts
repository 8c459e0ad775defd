import { z } from "zod";
import type {
  DocumentContent,
  DocumentOperation,
  DocumentParameter,
  DocumentResponse,
  ReferenceDocument,
} from "./document-schema";
import type { Answer, Body, ErrorAnswer, Example, Operation, Parameter } from "./reference";
import { shapeOf } from "./shape-of";

const errorBody = z.object({ message: z.string() });

type Components = ReferenceDocument["components"];

/** Resolves a reference of the document; returns any other value unchanged. */
function follow<Part extends object>(
  value: Part | { $ref: string },
  parts: Record<string, Part>,
): Part {
  if (!("$ref" in value)) return value;
  const part = parts[value.$ref.split("/").at(-1) ?? ""];
  if (!part) throw new Error(`the document has no ${value.$ref}`);
  return part;
}

function parameterOf(parameter: DocumentParameter, { schemas }: Components): Parameter {
  const { name, in: place, required, description, schema, example } = parameter;
  return {
    name,
    place,
    isRequired: required,
    shape: { ...shapeOf(schema, schemas), description },
    example,
    options: schema.enum?.map(String),
  };
}

function examplesOf({ "application/json": json }: DocumentContent): Example[] {
  const { example, examples = {} } = json;
  const named = Object.entries(examples).map(([name, { value }]) => ({ name, value }));
  return example === undefined ? named : [{ name: "Example", value: example }, ...named];
}

type RequestContent = NonNullable<DocumentOperation["requestBody"]>["content"];

const isJson = (content: RequestContent): content is DocumentContent =>
  "application/json" in content;

/** The formats of a body that is a file. */
function fileTypesOf({ requestBody }: DocumentOperation): string[] | undefined {
  if (!requestBody || isJson(requestBody.content)) return undefined;
  return Object.keys(requestBody.content);
}

function bodyOf({ requestBody }: DocumentOperation, { schemas }: Components): Body | undefined {
  if (!requestBody) return undefined;
  const { required, content } = requestBody;
  if (!isJson(content)) return undefined;
  const shape = shapeOf(content["application/json"].schema, schemas);
  return { isRequired: required, shape, examples: examplesOf(content) };
}

function answerOf(status: string, response: DocumentResponse, components: Components): Answer {
  const { description, content } = response;
  const json = content?.["application/json"];
  // Every response has the same envelope; only its `data` differs.
  const schema = json?.schema.properties?.data ?? json?.schema;
  return {
    status,
    description,
    headers: Object.entries(response.headers ?? {}).map(([name, header]) => ({
      name,
      description: follow(header, components.headers).description,
    })),
    body: schema && { shape: shapeOf(schema, components.schemas), example: json?.example },
  };
}

function errorsOf(status: string, { content }: DocumentResponse): ErrorAnswer[] {
  const { examples = {} } = content?.["application/json"] ?? {};
  return Object.values(examples).map(({ summary, value }) => ({
    status,
    code: errorBody.parse(value).message,
    meaning: summary ?? "",
    example: value,
  }));
}

interface Place {
  method: string;
  path: string;
  isEvent: boolean;
}

/** Converts an operation or an event of the document for the reference. */
export function readOperation(
  operation: DocumentOperation,
  { method, path, isEvent }: Place,
  components: Components,
): Operation {
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, follow(response, components.responses)] as const,
  );
  const success = responses.find(([status]) => status.startsWith("2"));
  if (!success) throw new Error(`${operation.operationId} has no answer`);
  return {
    id: operation.operationId,
    tag: operation.tags[0],
    isEvent,
    method,
    path,
    summary: operation.summary,
    description: operation.description ?? "",
    isDeprecated: operation.deprecated ?? false,
    roles: operation["x-roles"] ?? [],
    parameters: (operation.parameters ?? []).map((parameter) =>
      parameterOf(follow(parameter, components.parameters), components),
    ),
    body: bodyOf(operation, components),
    fileTypes: fileTypesOf(operation),
    answer: answerOf(...success, components),
    errors: responses.filter((each) => each !== success).flatMap((each) => errorsOf(...each)),
  };
}
