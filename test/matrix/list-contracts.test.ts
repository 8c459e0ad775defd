import { expect, test } from "vitest";
import { z } from "zod";
import type { AnyContract } from "@/lib/contract/contract";
import { everyContract } from "@/test/http/every-contract";
import { CONSOLE_LISTS } from "./console-lists";
import { PARTNER_LISTS } from "./partner-lists";

/** Short lists that a response has as a whole, with what keeps them short. */
const WHOLE: Record<string, string> = {
  listAddresses: "the addresses that people of a partner saved by hand",
  listAuditActions: "the actions that a partner's entries have",
  listAdminRequests: "requests that wait for a second administrator",
  listEvidenceFiles: "at most a few files per transaction",
  listLedgerKeys: "the keys that have signed roots",
  listOperators: "the operator's people",
  listPartnerPeople: "the people of a partner",
  listPasskeys: "at most ten passkeys of a person",
  listPeople: "the people of a partner",
  listSessions: "the sessions of a person",
};

const fieldsOf = (schema: unknown): Record<string, unknown> =>
  schema instanceof z.ZodObject ? schema.shape : {};
const isPaged = ({ query }: AnyContract) => "limit" in fieldsOf(query);
const isList = (contract: AnyContract) =>
  contract.method === "GET" && (/list[A-Z]/i.test(contract.id) || isPaged(contract));

const lists = (await everyContract()).filter(isList);
const paged = lists.filter(({ id }) => !(id in WHOLE));

test.each(paged)("$id takes cursor beside skip and limit, and returns nextCursor", (contract) => {
  expect(Object.keys(fieldsOf(contract.query))).toEqual(
    expect.arrayContaining(["skip", "limit", "cursor"]),
  );
  const data = fieldsOf(contract.data);
  const pagination = "pagination" in data ? fieldsOf(data.pagination) : data;
  expect(Object.keys(pagination)).toEqual(expect.arrayContaining(["skip", "limit", "nextCursor"]));
});

test("each list is in the tests of cursors, and no other", () => {
  expect(paged.map(({ id }) => id).sort()).toEqual(
    Object.keys({ ...PARTNER_LISTS, ...CONSOLE_LISTS }).sort(),
  );
});

test("lists without pages have no parameters of pages", () => {
  const whole = lists.filter(({ id }) => id in WHOLE);
  expect(whole.map(({ id }) => id).sort()).toEqual(Object.keys(WHOLE).sort());
  expect(whole.filter(isPaged)).toEqual([]);
});
