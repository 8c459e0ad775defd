import "@/test/database";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { connectDirectly } from "@/test/fixtures/sso";
import { webhooksOf } from "@/test/fixtures/webhooks";
import { clientOf } from "@/test/http/client";
import { refuseUnopened, rotateKeys } from "./rotate-keys";

const FORMER = process.env.CARD_KEYS ?? "";
const NEW = `2:${Buffer.alloc(32, 9).toString("base64")}`;

function useKeys(ring: string): void {
  process.env.CARD_KEYS = ring;
  forgetEnv();
}

let partner: TestPartner;
const cardIds: string[] = [];

beforeAll(async () => {
  partner = await makePartner();
  await webhooksOf(partner).set();
  await makePerson({ role: "admin" });
  for (let number = 0; number < 5; number += 1) cardIds.push(await makeCard(partner));
});
afterEach(() => useKeys(FORMER));
afterAll(endTests);

const secretsOf = async (cardId: string) => {
  const { cardNumber, cardCvv, cardExpiry } = (await clientOf(partner).getCard(cardId)).json.data;
  return [cardNumber, cardCvv, cardExpiry];
};
const allSecrets = () => Promise.all(cardIds.map(secretsOf));

/** The key versions with which the values of a column are sealed. */
const versionsOf = async (table: string, column: string) =>
  (
    await sql(
      `SELECT DISTINCT split_part(${column}, '.', 1) AS version FROM ${table} WHERE ${column} IS NOT NULL`,
    )
  ).map(({ version }) => version);

test("every sealed value is sealed with the new key and opens as before, whatever one statement reads", async () => {
  const before = await allSecrets();
  useKeys(`${FORMER},${NEW}`);
  // A card of a process that seals with the new key already: nothing of it is left to do.
  cardIds.push(await makeCard(partner));
  before.push(await secretsOf(cardIds.at(-1) ?? ""));

  const { columns: rotated, unopened } = await rotateKeys(2);
  expect(unopened).toEqual([]);
  const rowsOf = (name: string) => rotated.find(({ column }) => column === name)?.rows;
  expect([rowsOf("number_sealed"), rowsOf("cvv_sealed"), rowsOf("expiry_sealed")]).toEqual([
    5, 5, 5,
  ]);
  for (const { table, column, rows } of rotated)
    if (rows > 0) expect(await versionsOf(table, column), column).toEqual(["2"]);
  expect(await versionsOf("webhook_secrets", "secret_sealed")).toEqual(["2"]);
  expect(await versionsOf("people", "totp_secret_sealed")).toEqual(["2"]);

  expect(await allSecrets()).toEqual(before);
  const again = await rotateKeys(2);
  expect(again.columns.filter(({ rows }) => rows > 0)).toEqual([]);
});

test("a value that does not open is left and named, and the others are sealed again", async () => {
  const { partnerId } = await makePartner();
  await connectDirectly(partnerId);
  const [{ id }] = await sql(
    `UPDATE sso_connections SET client_secret_sealed = client_secret_sealed || 'AAAA' WHERE partner_id = $1 RETURNING id`,
    [partnerId],
  );
  await connectDirectly((await makePartner()).partnerId);
  useKeys(`${FORMER},${NEW}`);
  const { columns, unopened } = await rotateKeys(2);
  expect(columns).toContainEqual({
    ...{ table: "sso_connections", column: "client_secret_sealed", rows: 1 },
  });
  expect(unopened).toEqual([
    expect.stringMatching(new RegExp(`^sso_connections.client_secret_sealed of ${id}: .`)),
  ]);
  expect(() => refuseUnopened(unopened)).toThrow(id);
  expect(() => refuseUnopened([])).not.toThrow();
  const many = Array.from({ length: 102 }, (_, at) => `row ${at}`);
  expect(() => refuseUnopened(many)).toThrow(/row 99\nand 2 more$/);
});
