import "@/test/database";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AnyContract } from "@/lib/contract/contract";
import { csvResponse } from "@/lib/contract/csv/csv-response";
import { inRequest, setCredential } from "@/lib/kernel/request-context";
import { endTests, sql } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { type ExportWorld, everyExport, makeExportWorld, openExport } from "./exports";

// Each row is a batch, so that few rows are many batches.
vi.mock("@/lib/db/batch-rows", () => ({ BATCH_ROWS: 1, CONSOLE_BATCH_ROWS: 1 }));

let world: ExportWorld;
let partnerId: string;

beforeAll(async () => {
  world = await makeExportWorld();
  ({ partnerId } = world.partner);
});
afterAll(endTests);

interface Reader {
  personId: string;
  browser: Browser;
}

const isOperators = ({ audience }: AnyContract) => audience === "admin";

/** Creates a person who may read an export. */
async function readerOf(contract: AnyContract): Promise<Reader> {
  const role = "owner" as const;
  const person = await makePerson(isOperators(contract) ? { role: "admin" } : { partnerId, role });
  return { personId: person.personId, browser: await signedIn(person) };
}

/** Reads the first part of an export, and the rest after `loss`. */
async function readAround(
  contract: AnyContract,
  { browser }: Reader,
  loss: () => Promise<unknown>,
) {
  const response = await openExport(contract, world, browser);
  expect(response.status).toBe(200);
  const body = response.body?.getReader();
  expect((await body?.read())?.done).toBe(false);
  await loss();
  const rest = async () => {
    while (!(await body?.read())?.done);
    return "complete";
  };
  return rest().catch(({ code }) => code);
}

const update = (text: string, id: string) => sql(text, [id]);
const endSessions = ({ personId }: Reader) =>
  update("UPDATE sessions SET revoked_at = now() WHERE person_id = $1", personId);
const disable = ({ personId }: Reader) =>
  update("UPDATE people SET disabled_at = now() WHERE id = $1", personId);
const changeRole = (role: string, { personId }: Reader) =>
  update(`UPDATE people SET role = '${role}' WHERE id = $1`, personId);

const exports = await everyExport();
const [ofPartner] = exports.filter((contract) => contract.id === "exportUsers");
const [ofOperator] = exports.filter(isOperators);
if (!ofPartner || !ofOperator) throw new Error("there is no export of users or of operators");

test.each(exports)("$id breaks off when its reader's session has ended", async (contract) => {
  const reader = await readerOf(contract);
  expect(await readAround(contract, reader, () => endSessions(reader))).toBe("SESSION_REQUIRED");
});

describe.each([
  ["a partner", ofPartner, "viewer"],
  ["the operator", ofOperator, "auditor"],
] as const)("an export of %s breaks off", (_, contract, lower) => {
  test("when its reader was disabled", async () => {
    const reader = await readerOf(contract);
    expect(await readAround(contract, reader, () => disable(reader))).toBe("SESSION_REQUIRED");
  });

  test("when its reader has another role", async () => {
    const reader = await readerOf(contract);
    const loss = () => changeRole(lower, reader);
    expect(await readAround(contract, reader, loss)).toBe("ROLE_NOT_ALLOWED");
  });
});

test("an export is complete while other people lose their sessions", async () => {
  const [reader, other] = [await readerOf(ofPartner), await readerOf(ofPartner)];
  expect(await readAround(ofPartner, reader, () => endSessions(other))).toBe("complete");
});

test("a suspension of the partner ends its people's exports, and not those of the operator", async () => {
  const [own, operators] = [await readerOf(ofPartner), await readerOf(ofOperator)];
  const suspend = () => update("UPDATE partners SET suspended_at = now() WHERE id = $1", partnerId);
  expect(await readAround(ofPartner, own, suspend)).toBe("PARTNER_SUSPENDED");
  expect(await readAround(ofOperator, operators, suspend)).toBe("complete");
});

test("a file for an API key breaks off when the key is revoked", async () => {
  const [key] = await sql("SELECT id FROM api_keys WHERE partner_id = $1", [partnerId]);
  async function* batches() {
    yield [["1"]];
    await update("UPDATE api_keys SET revoked_at = now() WHERE id = $1", key.id);
    yield [["2"]];
  }
  const response = await inRequest("req_test", async () => {
    setCredential({ keyId: key.id });
    return csvResponse("numbers.csv", ["n"], batches());
  });
  await expect(response.text()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
});
