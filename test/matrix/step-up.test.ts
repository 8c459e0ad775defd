import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PARTNER_ROLES } from "@/lib/contract/roles";
import { rolesOf } from "@/lib/contract/roles-of";
import { rowsOf } from "@/test/database/rows-of";
import { endTests, sql } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makePerson,
  signedIn,
  type TestPerson,
  wrongCodeOf,
} from "@/test/fixtures/people";
import { everyContract, handlerOfContract } from "@/test/http/every-contract";
import { expectRefusal, invalidFields } from "@/test/http/expect-answer";
import { makeCaller, makeOffice, type Office } from "./office";
import { STEP_UP_OPERATIONS, type StepUpOperation, WITHOUT_STEP_UP } from "./step-up-operations";

// Browsers refuse passkeys for an IP address.
process.env.BASE_URL = "http://localhost:3000";
process.env.NEXTAUTH_URL = "http://localhost:3000";

const CONFIRMING = ["password", "currentPassword", "totp"];
/** The number of wrong passwords or codes after which further ones are locked out. */
const FREE_FAILURES = 5;

const contracts = await everyContract();
const contractOf = (id: string) => {
  const found = contracts.find((contract) => contract.id === id);
  if (!found) throw new Error(`${id} is no contract`);
  return found;
};

let office: Office;
beforeAll(async () => {
  office = await makeOffice();
});
afterAll(endTests);

interface Caller {
  person: TestPerson;
  browser: Browser;
}

/** Creates a person who is allowed the operation and has no failed attempts. */
async function callerFor({ by }: StepUpOperation): Promise<Caller> {
  if (by === "owner") return makeCaller(office.partner.partnerId, "owner");
  const person = await makePerson();
  return { person, browser: await signedIn(person) };
}

/** Prepares a request of the operation; the returned function sends it with the given confirmation. */
async function prepare(operation: StepUpOperation, { person, browser }: Caller) {
  const contract = contractOf(operation.id);
  const handler = await handlerOfContract(contract);
  const request = await operation.request(office, person);
  return (confirming: object) =>
    browser.call(handler, {
      method: contract.method,
      ...request,
      body: { ...(request.body as object), ...confirming },
    });
}

const isCode = ({ field }: StepUpOperation) => field === "totp";
const right = (operation: StepUpOperation, person: TestPerson) =>
  isCode(operation) ? codeOf(person) : person.password;
const wrong = (operation: StepUpOperation, person: TestPerson) =>
  isCode(operation) ? wrongCodeOf(person) : "not the password";

/** The columns that count wrong passwords and codes. */
const COUNTED = [
  "failed_codes",
  "failed_passwords",
  "codes_locked_until",
  "passwords_locked_until",
];
/** Tables that every request writes. */
const OF_REQUESTS = /^public\.(request_log\w*|api_key_uses)$/;
/** The tables that every request writes, and those of the audit entries of wrong codes. */
const OF_GUESSES = /^public\.(request_log\w*|api_key_uses|audit_\w+|row_counts)$/;

/** Every table of the service. */
let tables: string[];
beforeAll(async () => {
  const found = await sql(
    `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'ledger') ORDER BY 1`,
  );
  tables = found.map(({ name }) => name);
});

/** Returns the rows of each table as one text, except those of the tables in `left`. */
function stored(left = OF_REQUESTS): Promise<Record<string, string>> {
  const compared = tables.filter((table) => !left.test(table));
  const all = Object.fromEntries(compared.map((table) => [table, "true"]));
  return rowsOf(all, { without: COUNTED });
}

const auditEntriesOf = ({ personId }: TestPerson) =>
  sql("SELECT * FROM audit_entries WHERE person_id = $1", [personId]);

test("every operation that changes something is listed: with step-up authentication, or with the reason why without", () => {
  const changes = contracts
    .filter(({ method, audience = "partner" }) => method !== "GET" && audience !== "visitor")
    // The simulated events of the sandbox need no confirmation.
    .filter(({ audience }) => audience !== "sandbox")
    .map(({ id }) => id);
  const always = STEP_UP_OPERATIONS.filter(({ when }) => when === undefined).map(({ id }) => id);
  expect([...always, ...Object.values(WITHOUT_STEP_UP).flat()].sort()).toEqual(changes.sort());
});

test("an operation without step-up authentication has no field for a password or code; one with it in some cases has one", () => {
  const sometimes = new Set(STEP_UP_OPERATIONS.filter(({ when }) => when).map(({ id }) => id));
  for (const id of Object.values(WITHOUT_STEP_UP).flat()) {
    const fields = Object.keys(contractOf(id).body?.shape ?? {});
    const confirming = fields.filter((field) => CONFIRMING.includes(field));
    expect([id, confirming.length]).toEqual([id, sometimes.has(id) ? 1 : 0]);
  }
});

test("a partner role may call every operation that the roles after it in the list may call", () => {
  for (const contract of contracts) {
    const may = PARTNER_ROLES.filter((role) => rolesOf(contract).includes(role));
    expect([contract.id, may]).toEqual([contract.id, PARTNER_ROLES.slice(0, may.length)]);
  }
});

const named = STEP_UP_OPERATIONS.map(
  (operation) => [[operation.id, operation.when].filter(Boolean).join(": "), operation] as const,
);

describe.each(named)("%s", (_, operation) => {
  const { field } = operation;

  test("refuses a session without the password or code, and writes nothing", async () => {
    const caller = await callerFor(operation);
    const send = await prepare(operation, caller);
    const before = await stored();
    expect(invalidFields(await send({}))).toEqual([`${field}: isNotEmpty`]);
    expect(invalidFields(await send({ [field]: "" }))).toEqual([`${field}: isNotEmpty`]);
    expect(await stored()).toEqual(before);
  });

  test("refuses wrong passwords or codes, counts them, and then refuses the right one too", async () => {
    const caller = await callerFor(operation);
    const send = await prepare(operation, caller);
    const before = await stored(OF_GUESSES);
    const guess = wrong(operation, caller.person);
    const kind = isCode(operation) ? "SECOND_FACTOR" : "PASSWORD";
    const column = isCode(operation) ? "failed_codes" : "failed_passwords";
    for (let failures = 1; failures <= FREE_FAILURES; failures++) {
      expectRefusal(await send({ [field]: guess }), 401, `${kind}_INVALID`);
      const [counted] = await sql(`SELECT ${column} AS n FROM people WHERE id = $1`, [
        caller.person.personId,
      ]);
      expect(counted.n).toBe(failures);
    }
    const locked = await send({ [field]: right(operation, caller.person) });
    expectRefusal(locked, 429, `${kind}_LOCKED`);
    expect(locked.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await stored(OF_GUESSES)).toEqual(before);
    const entries = await auditEntriesOf(caller.person);
    expect(new Set(entries.map(({ action }) => action))).toEqual(
      new Set(operation.by === "admin" ? ["second_factor.refused"] : []),
    );
    expect(JSON.stringify(entries)).not.toContain(JSON.stringify(guess));
  });

  test("succeeds with the password or code, with one audit entry that does not contain it", async () => {
    const caller = await callerFor(operation);
    const send = await prepare(operation, caller);
    const typed = right(operation, caller.person);
    const before = await stored();
    const answer = await send({ [field]: typed });
    expect(answer.status, JSON.stringify(answer.json)).toBe(contractOf(operation.id).status ?? 200);
    expect(await stored()).not.toEqual(before);
    const entries = await auditEntriesOf(caller.person);
    expect(entries).toHaveLength(operation.entries ?? 1);
    for (const secret of [field, typed])
      expect(JSON.stringify(entries)).not.toContain(JSON.stringify(secret));
  });
});
