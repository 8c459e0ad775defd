import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { bookFaults } from "@/test/fixtures/books";
import { type Answer, type CallOptions, call, endTests, sql } from "@/test/fixtures/make";
import { expectEnvelope } from "./expect-envelope";
import { BODIES, FIELD_TEXTS, MEDIA_TYPES, PATH_IDS, QUERIES } from "./fuzz-values";
import { nameOf, OPERATIONS, type Operation } from "./operations";
import { findHandlers, handlerOf } from "./routes";
import { startSandboxChain } from "./sandbox-chain";
import { makeWorld, requestOf, type World } from "./world";

// A malformed upload takes from the rate as well, so that most of these requests would only be refused by it.
Object.assign(RATE_LIMITS.evidenceFile, { perS: 1_000, burst: 1_000 });

const handlers = await findHandlers();
let world: World;
let stopChain: () => Promise<void>;

beforeAll(async () => {
  stopChain = await startSandboxChain();
  world = await makeWorld();
});
afterAll(async () => {
  await stopChain();
  await endTests();
});

async function send(operation: Operation, change: CallOptions, what: string): Promise<Answer> {
  const request = requestOf(operation, world.ids[operation.subject ?? "card"]);
  const answer = await call(handlerOf(handlers, operation), {
    ...request,
    apiKey: world.partner.apiKey,
    ...change,
  });
  expectEnvelope(answer, what);
  return answer;
}

/** Returns the body of an operation as JSON text, with `text` as the value of one field. */
function bodyWith(operation: Operation, field: string, text: string): string {
  const body = operation.body?.(world.ids[operation.subject ?? "card"]) ?? {};
  const parts = Object.entries(body).filter(([name]) => name !== field);
  const others = parts.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{${[...others, `${JSON.stringify(field)}:${text}`].join()}}`;
}

const fieldsOf = ({ contract }: Operation): string[] => Object.keys(contract.body?.shape ?? {});
const named = (operations: Operation[]) => operations.map((one) => [nameOf(one), one] as const);

describe.each(named(OPERATIONS.filter(({ contract }) => contract.body)))("%s", (_, operation) => {
  test("refuses malformed bodies", async () => {
    for (const [name, body] of Object.entries(BODIES)) {
      const answer = await send(operation, { body }, name);
      const isObject = /prototype keys|the same key|very many keys/.test(name);
      if (!isObject) expect(answer.status, name).toBeGreaterThanOrEqual(400);
    }
  });

  test("responds 413 to a body that is too large and 415 to another content type than JSON", async () => {
    const large = { body: BODIES["64 KiB and a byte"] };
    expect((await send(operation, large, "large")).json.message).toBe("PAYLOAD_TOO_LARGE");
    for (const type of MEDIA_TYPES.wrong) {
      const answer = await send(operation, { body: "{}", headers: { "content-type": type } }, type);
      expect(answer.json.message, type).toBe("UNSUPPORTED_MEDIA_TYPE");
    }
    for (const type of MEDIA_TYPES.right) {
      const answer = await send(operation, { body: "[]", headers: { "content-type": type } }, type);
      expect(answer.json.message, type).toBe("error");
    }
  });

  test("never responds 5xx to an invalid value of a field", async () => {
    for (const field of fieldsOf(operation)) {
      for (const [name, text] of Object.entries(FIELD_TEXTS)) {
        await send(operation, { body: bodyWith(operation, field, text) }, `${field} is ${name}`);
      }
    }
  });
});

test("never responds 5xx to an invalid value of a field that is ignored", async () => {
  const [operation] = OPERATIONS.filter(({ contract }) => contract.id === "createCard");
  if (!operation) throw new Error("Create Card has no row");
  for (const [name, text] of Object.entries(FIELD_TEXTS)) {
    const body = `{"serviceId":"${world.ids.user}","fundingType":"crypto","amount":${text}}`;
    await send(operation, { body }, `amount of a crypto card is ${name}`);
  }
});

describe.each(named(OPERATIONS))("%s", (_, operation) => {
  test("never responds 5xx to an unusual query", async () => {
    for (const query of QUERIES) await send(operation, { query }, query.slice(0, 60));
  });

  test("never responds 5xx to an unusual header", async () => {
    for (const [name, value] of Object.entries({
      "idempotency-key": "\u00ff\u00fe",
      "content-length": "-1",
      "content-encoding": "gzip",
      "x-forwarded-for": "127.0.0.1, ' OR 1=1",
      accept: "text/html",
      origin: "https://evil.example",
      "x-middleware-subrequest": "middleware:middleware",
      "x-http-method-override": "DELETE",
    })) {
      await send(operation, { headers: { [name]: value }, idempotencyKey: "" }, name);
    }
  });
});

describe.each(named(OPERATIONS.filter(({ params }) => params)))("%s", (_, operation) => {
  test("refuses malformed ids in the path", async () => {
    for (const id of PATH_IDS) {
      const params = { [operation.params ?? ""]: id };
      const answer = await send(operation, { params }, JSON.stringify(id).slice(0, 60));
      expect(answer.status).toBe(operation.unknown?.[0]);
    }
  });
});

test("after all requests: the books are correct and no prototype was changed", async () => {
  expect(await bookFaults(world.partner.partnerId)).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  expect(await sql("SELECT count(*)::int AS n FROM cards")).not.toEqual([{ n: 0 }]);
});
