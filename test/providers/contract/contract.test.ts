import { expect, test } from "vitest";
import { readContract } from "./contract";
import type { OpenApiDocument } from "./document";

const person = {
  type: "object",
  properties: {
    name: { type: "string" },
    age: { type: "integer", nullable: true },
    home: { type: "object", properties: { city: { type: "string" } } },
  },
  required: ["name"],
};
const card = {
  type: "object",
  properties: {
    state: { type: "string", enum: ["open"] },
    owner: {
      anyOf: [{ type: "string" }, { $ref: "#/components/schemas/person" }],
      "x-expansionResources": {},
    },
  },
};
const document: OpenApiDocument = {
  openapi: "3.0.0",
  components: { schemas: { person, card } },
  paths: {
    "/people/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      post: {
        parameters: [
          { name: "tags", in: "query", schema: { type: "array", items: { enum: ["a", "b"] } } },
          { name: "X-Key", in: "header", required: true, schema: { type: "string" } },
        ],
        requestBody: { content: { "application/x-www-form-urlencoded": { schema: person } } },
        responses: {
          "200": {
            content: { "application/json": { schema: { $ref: "#/components/schemas/card" } } },
          },
          default: { content: { "application/json": { schema: { required: ["error"] } } } },
        },
      },
    },
  },
};
const contract = readContract(document, { isForm: true });
const [operation] = contract.operations;

const problems = (change: object = {}) => {
  const request = { path: { id: "1" }, query: {}, headers: { "x-key": "k" }, body: { name: "A" } };
  return operation?.problemsOf({ ...request, ...change });
};

test("finds the operation and the values of its path", () => {
  expect(operation?.name).toBe("POST /people/{id}");
  expect(operation?.match("/people/a%20b")).toEqual({ id: "a b" });
  expect(operation?.match("/people/1/cards")).toBeUndefined();
});

test.each([
  [{}, []],
  [{ query: { tags: "a,b" } }, []],
  [{ body: { name: "A", age: "7", home: { city: "Rome" } } }, []],
  [{ path: { id: "x" } }, ["path.id must be integer"]],
  [{ query: { tags: "a,c" } }, ["query.tags.1 must be equal to one of the allowed values"]],
  [{ query: { page: "1" } }, ["query must NOT have additional properties (page)"]],
  [{ headers: {} }, ["headers must have required property 'x-key'"]],
  [{ body: {} }, [" must have required property 'name'"]],
  [{ body: { name: "A", sex: "f" } }, [" must NOT have additional properties (sex)"]],
  [
    { body: { name: "A", home: { planet: "Mars" } } },
    [".home must NOT have additional properties (planet)"],
  ],
])("with %j the request has the problems %j", (change, expected) => {
  expect(problems(change)).toEqual(expected);
});

test("checks answers by status, and takes only ids for fields that may hold another object", () => {
  const check = (status: number, body: unknown) => operation?.problemsOfAnswer(status, body);
  expect(check(200, { state: "open", owner: "id" })).toEqual([]);
  expect(check(200, { state: "shut" })).toHaveLength(1);
  expect(check(200, { owner: { name: "A" } })).toHaveLength(1);
  expect(check(500, { error: 1 })).toEqual([]);
  expect(check(500, {})).toHaveLength(1);
});

test("checks objects of a schema, and null where the document allows it", () => {
  expect(contract.problemsOfObject("person", { name: "A", age: null })).toEqual([]);
  expect(contract.problemsOfObject("person", { name: null })).toHaveLength(1);
});
