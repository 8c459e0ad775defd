import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { addDomainDirectly, connectDirectly } from "@/test/fixtures/sso";
import { connectionOf } from "./connection";
import { type Arrival, findPerson } from "./find-person";
import { insertIdentity } from "./sql-store";

vi.mock("./sql-store", { spy: true });
const { insertIdentity: insert } =
  await vi.importActual<typeof import("./sql-store")>("./sql-store");

let arrival: Arrival;
let personId: string;

beforeEach(async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const email = `ada.${randomUUID()}@${await addDomainDirectly(partnerId, { isVerified: true })}`;
  ({ personId } = await makePerson({ partnerId }));
  await sql("UPDATE people SET email = $2, email_key = $2 WHERE id = $1", [personId, email]);
  await connectDirectly(partnerId, { issuer: `https://${randomUUID()}.example` });
  const connection = await connectionOf(partnerId);
  if (!connection) throw new Error("no connection");
  arrival = {
    connection,
    claims: { sub: randomUUID(), email, email_verified: true },
    visitor: { requestId: newId("req"), ipAddress: null, userAgent: null, cookieHeader: null },
    at: new Date(),
  };
});
afterAll(endTests);

const subjects = async () =>
  (await sql("SELECT subject FROM sso_identities WHERE person_id = $1", [personId])).map(
    ({ subject }) => subject,
  );

/** Lets another sign-in bind this account first; PostgreSQL then reports the conflict by the unique index of persons. */
const isBeatenBy = (subject: string) =>
  vi.mocked(insertIdentity).mockImplementationOnce(async (connection, _, person, at) => {
    await insert(connection, subject, person, at);
    throw Object.assign(new Error("duplicate key value"), { code: "23505" });
  });

test("of two sign-ins at once with one account, the later one comes in too", async () => {
  isBeatenBy(arrival.claims.sub);
  expect(await findPerson(arrival)).toMatchObject({ id: personId });
  expect(await subjects()).toEqual([arrival.claims.sub]);
});

test("of two sign-ins at once with two accounts, the later one is refused", async () => {
  isBeatenBy("another account");
  await expect(findPerson(arrival)).rejects.toMatchObject({ failure: "other_account" });
  expect(await subjects()).toEqual(["another account"]);
});
