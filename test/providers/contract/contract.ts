import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import {
  closed,
  type DocumentOperation,
  METHODS,
  type OpenApiDocument,
  readable,
  resolve,
  type Schema,
  schemasOf,
} from "./document";

/** A request, parsed. Texts of a form become numbers and booleans where the contract says so. */
export interface ContractRequest {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
}

/** An operation of a provider's API. */
export interface Operation {
  /** `POST /v1/issuing/cards/{card}` */
  name: string;
  /** The values of the path's parameters; undefined if the path is another operation's. */
  match(path: string): Record<string, string> | undefined;
  /** Compiles the schemas, so that no request waits for that. */
  prepare(): void;
  /** Returns the faults of a request. Converts its texts to the types of the contract. */
  problemsOf(request: ContractRequest): string[];
  /** Returns the faults of a response. */
  problemsOfAnswer(status: number, body: unknown): string[];
}

/** The requests and responses of a provider, by its own document. */
export interface Contract {
  operations: readonly Operation[];
  /** Returns the faults of an object of a schema of the document. */
  problemsOfObject(schema: string, value: unknown): string[];
}

interface ContractOptions {
  /** Bodies are forms, as Stripe's: all values arrive as texts, and unknown fields of nested objects are refused. */
  isForm?: boolean;
}

const OK = 200;
const PARTS = ["path", "query", "headers", "body"] as const;

type Check = (value: unknown, what: string) => string[];

/** Returns a check with a schema that is compiled when it is first needed. */
function lazily(make: () => ValidateFunction): Check & { prepare: () => void } {
  let compiled: ValidateFunction | undefined;
  const prepared = () => {
    compiled ??= make();
    return compiled;
  };
  const check: Check = (value, what) => {
    const validate = prepared();
    if (validate(value)) return [];
    const problems = validate.errors ?? [];
    return problems.map(({ instancePath, message, params }) => {
      const field = "additionalProperty" in params ? ` (${params.additionalProperty})` : "";
      return `${what}${instancePath.replaceAll("/", ".")} ${message}${field}`;
    });
  };
  return Object.assign(check, { prepare: prepared });
}

function parametersSchema(document: OpenApiDocument, template: string, own: DocumentOperation) {
  const declared = [...(document.paths[template]?.parameters ?? []), ...(own.parameters ?? [])];
  const parameters = declared.map((parameter) => resolve(document, parameter));
  const schemaOf = (place: string): Schema => {
    const here = parameters.filter((parameter) => parameter.in === place);
    const nameOf = (name: string) => (place === "header" ? name.toLowerCase() : name);
    return {
      type: "object",
      properties: Object.fromEntries(here.map(({ name, schema }) => [nameOf(name), schema ?? {}])),
      required: here.filter(({ required }) => required).map(({ name }) => nameOf(name)),
      additionalProperties: place === "header",
    };
  };
  return { path: schemaOf("path"), query: schemaOf("query"), headers: schemaOf("header") };
}

function bodySchema(document: OpenApiDocument, own: DocumentOperation, isForm: boolean): Schema {
  // A DELETE or GET has no body.
  if (own.requestBody === undefined) return { type: "object", additionalProperties: false };
  const { content } = resolve(document, own.requestBody);
  const type = isForm ? "application/x-www-form-urlencoded" : "application/json";
  const schema = (content[type] ?? content["multipart/form-data"])?.schema ?? {};
  return isForm ? (closed(schema) as Schema) : schema;
}

function matcher(template: string): Operation["match"] {
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? "");
  const pattern = new RegExp(`^${template.replace(/\{[^}]+\}/g, "([^/]+)")}$`);
  return (path) => {
    const found = pattern.exec(path);
    if (!found) return undefined;
    const valueAt = (index: number) => decodeURIComponent(found[index + 1] ?? "");
    return Object.fromEntries(names.map((name, index) => [name, valueAt(index)]));
  };
}

/** Splits a list that a query has in one text, as `explode: false` says. */
function splitLists(query: Record<string, unknown>, { properties }: Schema): void {
  for (const [name, schema] of Object.entries((properties ?? {}) as Record<string, Schema>)) {
    const value = query[name];
    if (schema.type === "array" && typeof value === "string") query[name] = value.split(",");
  }
}

/** Reads an OpenAPI document. Schemas are compiled when they are first needed. */
export function readContract(document: OpenApiDocument, options: ContractOptions = {}): Contract {
  const { isForm = false } = options;
  const settings = { strict: false, allErrors: true, logger: false } as const;
  const make = (coerceTypes: boolean | "array") => {
    const ajv = document.openapi.startsWith("3.1")
      ? new Ajv2020({ ...settings, coerceTypes })
      : new Ajv({ ...settings, coerceTypes });
    addFormats.default(ajv);
    for (const name of ["unix-time", "decimal", "currency"]) ajv.addFormat(name, true);
    return ajv.addSchema(schemasOf(document));
  };
  const [texts, values] = [make("array"), make(false)];
  const operationOf = (template: string, method: string, own: DocumentOperation): Operation => {
    const schemas = {
      ...parametersSchema(document, template, own),
      body: bodySchema(document, own, isForm),
    };
    const check = Object.fromEntries(
      PARTS.map((part) => {
        const ajv = part === "body" && !isForm ? values : texts;
        return [part, lazily(() => ajv.compile(readable(schemas[part]) as Schema))];
      }),
    );
    const answers = new Map<string, ReturnType<typeof lazily>>();
    const answerCheck = (status: number) => {
      const key = String(status) in own.responses ? String(status) : "default";
      const response = own.responses[key];
      const schema = response && resolve(document, response).content?.["application/json"]?.schema;
      const known = answers.get(key);
      const made = known ?? lazily(() => values.compile(readable(schema ?? {}) as Schema));
      answers.set(key, made);
      return made;
    };
    return {
      name: `${method.toUpperCase()} ${template}`,
      match: matcher(template),
      prepare: () => {
        for (const part of PARTS) check[part]?.prepare();
        answerCheck(OK).prepare();
      },
      problemsOf: (request) => {
        splitLists(request.query, schemas.query);
        return PARTS.flatMap(
          (part) => check[part]?.(request[part], part === "body" ? "" : part) ?? [],
        );
      },
      problemsOfAnswer: (status, body) => answerCheck(status)(body, "answer"),
    };
  };
  const objects = new Map<string, ReturnType<typeof lazily>>();
  return {
    operations: Object.entries(document.paths).flatMap(([template, item]) =>
      METHODS.flatMap((method) => {
        const own = item[method];
        return own ? [operationOf(template, method, own)] : [];
      }),
    ),
    problemsOfObject: (schema, value) => {
      const $ref = `document#/components/schemas/${schema}`;
      const check = objects.get(schema) ?? lazily(() => values.compile({ $ref }));
      objects.set(schema, check);
      return check(value, schema);
    },
  };
}
