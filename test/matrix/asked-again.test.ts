import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PARTNER_ROLES } from "@/lib/contract/roles";
import { rolesOf } from "@/lib/contract/roles-of";
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
import { ASKED_AGAIN, type AskedAgain, NOT_ASKED } from "./asked-again";
import { makeCaller, makeOffice, type Office } from "./office";

const CONFIRMING = ["password", "currentPassword", "totp"];
/** How many wrong ones lock. */
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

/** Somebody who may, and has got nothing wrong yet. */
async function callerFor({ by }: AskedAgain): Promise<Caller> {
  if (by === "owner") return makeCaller(office.partner.partnerId, "owner");
  const person = await makePerson();
  return { person, browser: await signedIn(person) };
}

/** An operation as somebody asks for it, to be confirmed by what is given. */
async function asked(operation: AskedAgain, { person, browser }: Caller) {
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

const isCode = ({ field }: AskedAgain) => field === "totp";
const right = (operation: AskedAgain, person: TestPerson) =>
  isCode(operation) ? codeOf(person) : person.password;
const wrong = (operation: AskedAgain, person: TestPerson) =>
  isCode(operation) ? wrongCodeOf(person) : "not the password";

/** What is counted of wrong ones. */
const COUNTED = [
  "failed_codes",
  "failed_passwords",
  "codes_locked_until",
  "passwords_locked_until",
];
/** Of the request itself, whatever it asks for. */
const OF_REQUESTS = /^public\.(request_log\w*|api_key_uses)$/;
/** With the rows that wrong codes leave in the audit log. */
const OF_GUESSES = /^public\.(request_log\w*|api_key_uses|audit_\w+|row_counts)$/;

/** Everything that is stored, as one text for each table. */
async function stored(left = OF_REQUESTS): Promise<Record<string, string>> {
  const tables: { name: string }[] = await sql(
    `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'ledger') ORDER BY 1`,
  );
  const rows: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !left.test(table.name))) {
    const [{ text }] = await sql(
      `SELECT string_agg(row::text, ',' ORDER BY row::text) AS text
       FROM (SELECT to_jsonb(t) - $1::text[] AS row FROM ${name} t) rows`,
      [COUNTED],
    );
    rows[name] = text;
  }
  return rows;
}

const auditEntriesOf = ({ personId }: TestPerson) =>
  sql("SELECT * FROM audit_entries WHERE person_id = $1", [personId]);

test("every change that a session can ask for is judged: what asks again, and why the rest does not", () => {
  const changes = contracts
    .filter(({ method, audience = "partner" }) => method !== "GET" && audience !== "visitor")
    // What is simulated is nobody's.
    .filter(({ audience }) => audience !== "sandbox")
    .map(({ id }) => id);
  const always = ASKED_AGAIN.filter(({ when }) => when === undefined).map(({ id }) => id);
  expect([...always, ...Object.values(NOT_ASKED).flat()].sort()).toEqual(changes.sort());
});

test("what does not ask again takes neither a password nor a code; what asks sometimes does", () => {
  const sometimes = new Set(ASKED_AGAIN.filter(({ when }) => when).map(({ id }) => id));
  for (const id of Object.values(NOT_ASKED).flat()) {
    const fields = Object.keys(contractOf(id).body?.shape ?? {});
    const confirming = fields.filter((field) => CONFIRMING.includes(field));
    expect([id, confirming.length]).toEqual([id, sometimes.has(id) ? 1 : 0]);
  }
});

test("a role that comes before another may more: whatever one may, those before it may", () => {
  for (const contract of contracts) {
    const may = PARTNER_ROLES.filter((role) => rolesOf(contract).includes(role));
    expect([contract.id, may]).toEqual([contract.id, PARTNER_ROLES.slice(0, may.length)]);
  }
});

const named = ASKED_AGAIN.map(
  (operation) => [[operation.id, operation.when].filter(Boolean).join(": "), operation] as const,
);

describe.each(named)("%s", (_, operation) => {
  const { field } = operation;

  test("is not done by a session alone, and nothing is written", async () => {
    const caller = await callerFor(operation);
    const ask = await asked(operation, caller);
    const before = await stored();
    expect(invalidFields(await ask({}))).toEqual([`${field}: isNotEmpty`]);
    expect(invalidFields(await ask({ [field]: "" }))).toEqual([`${field}: isNotEmpty`]);
    expect(await stored()).toEqual(before);
  });

  test("is not done by a guess: wrong ones are counted, and lock out the right one", async () => {
    const caller = await callerFor(operation);
    const ask = await asked(operation, caller);
    const before = await stored(OF_GUESSES);
    const guess = wrong(operation, caller.person);
    const kind = isCode(operation) ? "SECOND_FACTOR" : "PASSWORD";
    const column = isCode(operation) ? "failed_codes" : "failed_passwords";
    for (let failures = 1; failures <= FREE_FAILURES; failures++) {
      expectRefusal(await ask({ [field]: guess }), 401, `${kind}_INVALID`);
      const [counted] = await sql(`SELECT ${column} AS n FROM people WHERE id = $1`, [
        caller.person.personId,
      ]);
      expect(counted.n).toBe(failures);
    }
    const locked = await ask({ [field]: right(operation, caller.person) });
    expectRefusal(locked, 429, `${kind}_LOCKED`);
    expect(locked.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await stored(OF_GUESSES)).toEqual(before);
    const deeds = await auditEntriesOf(caller.person);
    expect(new Set(deeds.map(({ action }) => action))).toEqual(
      new Set(operation.by === "admin" ? ["second_factor.refused"] : []),
    );
    expect(JSON.stringify(deeds)).not.toContain(JSON.stringify(guess));
  });

  test("is done with it, once in the audit log, and what was typed is in no row of it", async () => {
    const caller = await callerFor(operation);
    const ask = await asked(operation, caller);
    const typed = right(operation, caller.person);
    const before = await stored();
    const answer = await ask({ [field]: typed });
    expect(answer.status, JSON.stringify(answer.json)).toBe(contractOf(operation.id).status ?? 200);
    expect(await stored()).not.toEqual(before);
    const deeds = await auditEntriesOf(caller.person);
    expect(deeds).toHaveLength(operation.entries ?? 1);
    for (const secret of [field, typed])
      expect(JSON.stringify(deeds)).not.toContain(JSON.stringify(secret));
  });
});
