import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 as Ajv } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fundCardContract, listCardsContract } from "@/lib/cards/contract";
import { contract } from "@/lib/contract/contract";
import { ERRORS } from "@/lib/kernel/errors";
import { EVENT_DATA, EVENT_TYPES } from "@/lib/webhooks/events";
import { CONTRACTS } from "./contracts";
import { buildDocument } from "./document";
import { errorCodesOf } from "./error-responses";

// biome-ignore lint/suspicious/noExplicitAny: documents are looked at field by field
type Document = any;

const staging: Document = documentOf("staging");
const production: Document = documentOf("production");

function documentOf(environment: "staging" | "production"): Document {
  return JSON.parse(
    JSON.stringify(buildDocument({ environment, baseUrl: "https://cards.example.com" })),
  );
}

/** What a reference in the staging document stands for; anything else is itself. */
function resolve(value: Document): Document {
  if (!value?.$ref) return value;
  return value.$ref
    .slice(2)
    .split("/")
    .reduce((part: Document, name: string) => part[name], staging);
}

const operations: { path: string; method: string; operation: Document }[] = Object.entries(
  staging.paths,
).flatMap(([path, methods]) =>
  Object.entries(methods as Document).map(([method, operation]) => ({ path, method, operation })),
);

function operationOf(id: string): Document {
  return operations.find(({ operation }) => operation.operationId === id)?.operation;
}

/** A check of values by a schema of the document alone. */
function accepts(schema: Document, value: unknown): boolean {
  return Boolean(compile(schema)(value));
}

/** A validator that did not write the document, as strict as it is by default. It knows the document's components. */
const ajv = new Ajv();
addFormats.default(ajv);
const asSchema = (value: Document) =>
  JSON.parse(JSON.stringify(value).replaceAll("#/components/schemas/", "components#/$defs/"));
ajv.addSchema({ $id: "components", $defs: asSchema(staging.components.schemas) });
const compiled = new Map<Document, ReturnType<typeof ajv.compile>>();

function compile(schema: Document) {
  const check = compiled.get(schema) ?? ajv.compile(asSchema(schema));
  compiled.set(schema, check);
  return check;
}

const validate = async (document: Document) =>
  (await new Validator().validate(structuredClone(document))).valid;

describe("validity", () => {
  test("every schema is accepted by a strict validator", () => {
    for (const [name, schema] of Object.entries<Document>(staging.components.schemas))
      expect(() => compile(schema), name).not.toThrow();
    for (const { operation } of operations)
      for (const response of Object.values<Document>(operation.responses))
        compile(resolve(response).content["application/json"].schema);
  });

  test.each([
    ["staging", staging],
    ["production", production],
  ])("the document of %s is valid OpenAPI 3.1", async (_, document) => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  test.each<[string, (document: Document) => void]>([
    ["no title", (document) => delete document.info.title],
    ["no paths, components or webhooks", strip],
    ["a parameter nowhere", (d) => (parametersOf(d)[0].in = "nowhere")],
    ["a path parameter that is optional", (d) => (pathParameterOf(d).required = false)],
    ["an answer without a description", (d) => delete fundOf(d).responses["200"].description],
    ["a reference to nothing", (d) => (fundOf(d).responses["401"].$ref = "#/components/none")],
    ["an unknown field of an operation", (d) => (fundOf(d).answers = {})],
  ])("the validator refuses %s", async (_, spoil) => {
    const document = structuredClone(staging);
    spoil(document);
    expect(await validate(document)).toBe(false);
  });

  function strip(document: Document): void {
    for (const name of ["paths", "components", "webhooks"]) delete document[name];
  }
  function fundOf(document: Document): Document {
    return document.paths["/api/v1/partner/card/fund"].post;
  }
  function parametersOf(document: Document): Document {
    return document.paths["/api/v1/partner/card"].get.parameters;
  }
  function pathParameterOf(document: Document): Document {
    return document.paths["/api/v1/partner/card/{serviceCardId}"].get.parameters[0];
  }

  test("operation ids are unique, those of events too", () => {
    const events = Object.values<Document>(staging.webhooks).map(({ post }) => post.operationId);
    const ids = [...operations.map(({ operation }) => operation.operationId), ...events];
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/);
  });

  test("every used tag is described, and every described tag is used", () => {
    const described = staging.tags.map(({ name }: Document) => name);
    const used = new Set([...operations.flatMap(({ operation }) => operation.tags), "Events"]);
    expect(new Set(described)).toEqual(used);
    for (const { description } of staging.tags) expect(description).not.toBe("");
  });
});

describe("contents", () => {
  test("each contract is one operation at its path and method", () => {
    const listed = operations.map(({ path, method, operation }) => [
      operation.operationId,
      method.toUpperCase(),
      path,
    ]);
    const expected = CONTRACTS.map(({ id, method, path }) => [id, method, path]);
    expect(listed.sort()).toEqual(expected.sort());
  });

  test("the sandbox is only in the staging document", () => {
    const isSandbox = (path: string) => path.startsWith("/api/v1/sandbox/");
    expect(Object.keys(staging.paths).some(isSandbox)).toBe(true);
    expect(Object.keys(production.paths).some(isSandbox)).toBe(false);
    expect(JSON.stringify(production)).not.toContain("Sandbox");
    expect(Object.keys(production.paths)).toEqual(
      Object.keys(staging.paths).filter((path) => !isSandbox(path)),
    );
  });

  test("contracts of administrators are not included", () => {
    const admin = contract({ ...listCardsContract, id: "adminOnly", audience: "admin" });
    const document = buildDocument({ environment: "staging", baseUrl: "x", contracts: [admin] });
    expect(document.paths).toEqual({});
  });

  test("the server is the current one", () => {
    expect(staging.servers).toEqual([{ url: "https://cards.example.com", description: "staging" }]);
  });

  test("two schemas of one name that differ are refused", () => {
    const data = (fields: z.ZodRawShape) => z.object(fields).meta({ id: "Twin" });
    const first = contract({ ...listCardsContract, data: data({ a: z.string() }) });
    const second = contract({ ...fundCardContract, data: data({ b: z.string() }) });
    const contracts = [first, second];
    expect(() => buildDocument({ environment: "staging", baseUrl: "x", contracts })).toThrow(
      "two schemas are called Twin and differ",
    );
  });
});

describe("requests", () => {
  const bodySchema = (id: string) =>
    resolve(operationOf(id).requestBody.content["application/json"].schema);

  test("amounts are numbers within their limits", () => {
    expect(bodySchema("fundCard").properties.amount).toEqual({
      type: "number",
      minimum: 5,
      maximum: 10_000,
      description: expect.any(String),
    });
    expect(bodySchema("createCard").properties.amount).toMatchObject({
      type: "number",
      exclusiveMinimum: 0,
      maximum: 10_000,
    });
  });

  test("every whole cent of Fund Card's range is an amount for validators", () => {
    const check = compile(bodySchema("fundCard"));
    for (let cents = 500; cents <= 1_000_000; cents++)
      if (!check({ serviceCardId: "card_1", amount: cents / 100 }))
        throw new Error(`${cents / 100} is refused: ${ajv.errorsText(check.errors)}`);
  });

  test("each body is a schema with the operation's name, and each error one with its code's", () => {
    const { schema } = operationOf("createUser").requestBody.content["application/json"];
    expect(schema).toEqual({ $ref: "#/components/schemas/CreateUserRequest" });
    const answer = resolve(operationOf("getCard").responses["404"]).content["application/json"];
    expect(answer.schema).toEqual({ $ref: "#/components/schemas/CardNotFoundError" });
    const bodies = operations.filter(
      ({ operation }) => operation.requestBody && operation.operationId !== "addEvidenceFile",
    );
    for (const { operation } of bodies)
      expect(Object.keys(operation.requestBody.content["application/json"].schema)).toEqual([
        "$ref",
      ]);
    for (const name of Object.keys(staging.components.responses))
      expect(name).toMatch(/^[A-Z][A-Za-z0-9]+$/);
  });

  test("skip and limit are integers with their defaults", () => {
    const { parameters } = operationOf("listDeposits");
    const schemas = parameters.map(({ name, schema }: Document) => [name, schema]);
    const { skip, limit } = Object.fromEntries(schemas);
    expect({ skip, limit }).toEqual({
      skip: { type: "integer", minimum: 0, maximum: 1_000_000, default: 0 },
      limit: { type: "integer", minimum: 0, default: 50 },
    });
  });

  test("exactly the {parameters} of a path are required path parameters", () => {
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = (operation.parameters ?? [])
        .map(resolve)
        .filter((parameter: Document) => parameter.in === "path" && parameter.required);
      expect(inPath.map(({ name }: Document) => name)).toEqual(named);
    }
  });

  test("the idempotency key is required on the spec's six endpoints, the legacy one and Open Dispute", () => {
    const withKey = operations.filter(({ operation }) =>
      (operation.parameters ?? [])
        .map(resolve)
        .some((parameter: Document) => parameter.name === "idempotency-key" && parameter.required),
    );
    expect(withKey.map(({ operation }) => operation.operationId).sort()).toEqual([
      "createCard",
      "createUser",
      "createUserV1",
      "createWithdrawal",
      "fundCard",
      "openDispute",
      "terminateCard",
      "withdrawFromCard",
    ]);
  });

  test("a body is required unless the contract leaves it to the client", () => {
    for (const { id, body, upload, bodyOptional = false } of CONTRACTS)
      expect(operationOf(id).requestBody?.required).toBe(
        body || upload ? !bodyOptional : undefined,
      );
  });

  test("a body that is a file has the formats and the size that the contract allows", () => {
    const schema = { type: "string", format: "binary", maxLength: 5_000_000 };
    expect(operationOf("addEvidenceFile").requestBody.content).toEqual({
      "application/pdf": { schema },
      "image/png": { schema },
      "image/jpeg": { schema },
    });
  });

  // The document's schema never refuses what the contract takes, and refuses what it refuses: but for rules on texts
  // that JSON Schema cannot say, and on two fields together.
  test.each(CONTRACTS.filter(({ body }) => body).map((each) => [each.id, each] as const))(
    "%s: the document's schema takes and refuses what the contract does",
    (id, { body, examples }) => {
      const schema = bodySchema(id);
      expect(accepts(schema, examples.body ?? {})).toBe(true);
      const values = [undefined, null, true, 0, -5, 5, 5.005, 20_000, 2e9, "", "x", [], {}];
      for (const name of Object.keys(body.shape)) {
        for (const value of values) {
          const candidate = JSON.parse(JSON.stringify({ ...examples.body, [name]: value }));
          const isTaken = body.safeParse(candidate).success;
          const dependsOnAnotherField = id === "createCard" && name === "amount" && !value;
          // A step of 0.01 is none for validators: in binary fractions 8.2 is not a multiple of it.
          const hasMoreDecimals = value === 5.005;
          const isSaid = typeof value !== "string" && !dependsOnAnotherField && !hasMoreDecimals;
          if (isTaken || isSaid)
            expect([name, value, accepts(schema, candidate)]).toEqual([name, value, isTaken]);
        }
      }
    },
  );
});

describe("responses", () => {
  test.each(operations.map(({ operation }) => [operation.operationId, operation] as const))(
    "%s: success and every error by its status, each with an example that its schema takes",
    (id, operation) => {
      const found = CONTRACTS.find((each) => each.id === id);
      const expected = new Map<string, string[]>();
      for (const code of found ? errorCodesOf(found) : []) {
        const status = String(ERRORS[code][0]);
        expected.set(status, [...(expected.get(status) ?? []), code]);
      }
      const success = String(found?.status ?? 200);
      expect(Object.keys(operation.responses).sort()).toEqual([success, ...expected.keys()].sort());
      for (const [status, reference] of Object.entries(operation.responses)) {
        const { headers, content } = resolve(reference);
        const { schema, example, examples } = content["application/json"];
        expect(headers).toHaveProperty("X-Request-Id");
        if (status === success) {
          expect(accepts(schema, example)).toBe(true);
          continue;
        }
        expect(Object.keys(examples).sort()).toEqual([...(expected.get(status) ?? [])].sort());
        for (const { value } of Object.values<Document>(examples))
          expect([value, accepts(schema, value)]).toEqual([value, true]);
        expect(accepts(schema, { status: "error", message: "OTHER", data: { error: "x" } })).toBe(
          false,
        );
      }
    },
  );

  test("the three forms of an error at 400", () => {
    const { examples } = operationOf("fundCard").responses["400"].content["application/json"];
    const used = "Idempotency key has already been used";
    expect(examples.CARD_ALREADY_FROZEN.value).toEqual({
      status: "error",
      message: "CARD_ALREADY_FROZEN",
      data: { error: ERRORS.CARD_ALREADY_FROZEN[1] },
    });
    expect(examples.DUPLICATE_IDEMPOTENCY_KEY.value).toEqual({
      status: "error",
      message: used,
      data: { error: used },
    });
    expect(examples.VALIDATION.value).toEqual({
      status: "error",
      message: "error",
      data: {
        error: [
          { property: "serviceCardId", constraints: { isNotEmpty: expect.any(String) } },
          { property: "amount", constraints: { isNotEmpty: expect.any(String) } },
        ],
      },
    });
  });

  test("ACTIVE_CARDS_EXIST names the cards", () => {
    const { schema } = operationOf("deleteUser").responses["409"].content["application/json"];
    const answer = (data: object) => ({ status: "error", message: "ACTIVE_CARDS_EXIST", data });
    expect(accepts(schema, answer({ error: "x", activeCards: ["card_1"] }))).toBe(true);
    expect(accepts(schema, answer({ error: "x" }))).toBe(false);
  });

  test("errors of a payout policy have the fields that tell a program what fits", () => {
    const { components, paths } = staging;
    const dataOf = (name: string) => components.schemas[`${name}Error`].properties.data;
    expect(Object.keys(dataOf("AddressNotAllowed").properties)).toEqual(["error", "usableFrom"]);
    expect(dataOf("AddressNotAllowed").required).toEqual(["error"]);
    const { properties, required } = dataOf("PayoutLimitExceeded");
    expect(Object.keys(properties)).toEqual([
      "error",
      "limit",
      "limitAmount",
      "leftAmount",
      "availableAt",
    ]);
    expect(required).toEqual(["error", "limit", "limitAmount", "leftAmount"]);
    expect(properties.limit.enum).toEqual(["hour", "day", "addressDay"]);
    const { examples } =
      paths["/api/v1/partner/withdrawal"].post.responses["429"].content["application/json"];
    expect(examples.PAYOUT_LIMIT_EXCEEDED.value.data).toHaveProperty("availableAt");
  });

  test("headers are documented where they occur", () => {
    const named = (id: string, status: string) =>
      Object.keys(resolve(operationOf(id).responses[status]).headers).sort();
    expect(named("fundCard", "401")).toEqual(["WWW-Authenticate", "X-Request-Id"]);
    expect(named("fundCard", "429")).toEqual(["Retry-After", "X-Request-Id"]);
    expect(named("fundCard", "503")).toEqual(["Retry-After", "X-Request-Id"]);
    expect(named("fundCard", "200")).toEqual(["X-Request-Id"]);
    expect(named("createCard", "201")).toEqual(["Idempotent-Replayed", "X-Request-Id"]);
    expect(named("createUserV1", "201")).toContain("Deprecation");
    expect(operationOf("createUserV1").deprecated).toBe(true);
  });
});

describe("events", () => {
  test("the six events of the spec are its webhooks", () => {
    expect(Object.keys(staging.webhooks)).toEqual([...EVENT_TYPES]);
    expect(EVENT_TYPES).toHaveLength(6);
  });

  test.each([...EVENT_TYPES])("%s: its examples are payloads by both schemas", (type) => {
    const { schema, examples } =
      staging.webhooks[type].post.requestBody.content["application/json"];
    const values = Object.values<Document>(examples).map(({ value }) => value);
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) {
      expect(value.event).toBe(type);
      expect(accepts(schema, value)).toBe(true);
      expect(EVENT_DATA[type].parse(value.data)).toEqual(value.data);
      expect(accepts(schema, { ...value, event: "other" })).toBe(false);
      const [field = ""] = Object.keys(value.data);
      expect(accepts(schema, { ...value, data: { ...value.data, [field]: null } })).toBe(false);
    }
  });

  test("each kind of outcome of a card's use has an example", () => {
    const { examples } =
      staging.webhooks["card.transaction-event"].post.requestBody.content["application/json"];
    expect(Object.keys(examples)).toEqual(["approved", "declined", "crossBorderFee", "reversal"]);
  });
});
