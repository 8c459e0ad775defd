import { expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { CONSOLE_PLACES, DASHBOARD_PLACES, placeOf, traceOf } from "./by-id";

test("an id leads to the page of its object, in the area that has the page", () => {
  const [withdrawal, event, deposit] = [newId("wd"), newId("evt"), newId("dep")];
  expect(placeOf(withdrawal, CONSOLE_PLACES)).toMatchObject([
    { href: `/admin/withdrawals/${withdrawal}`, detail: withdrawal },
  ]);
  expect(placeOf(event, DASHBOARD_PLACES)).toMatchObject([
    { href: `/developers/webhooks/${event}` },
  ]);
  expect(placeOf(event, CONSOLE_PLACES)).toEqual([]);
  expect(placeOf(deposit, DASHBOARD_PLACES)).toMatchObject([{ href: `/wallet/${deposit}` }]);
});

test("journals are offered for their sources, audit entries for any id", () => {
  const hrefs = (id: string) => traceOf(id).map(({ href }) => href);
  const [transaction, person] = [newId("txn"), newId("prs")];
  expect(hrefs(`${transaction}_fx`)).toEqual([
    `/admin/books/journals?sourceId=${transaction}_fx`,
    `/admin/audit?target=${transaction}_fx`,
  ]);
  expect(hrefs(person)).toEqual([`/admin/audit?target=${person}`]);
});

test.each(["wd_", "wd_01", "northwind", "constructor", "wd_ 01", "/admin"])(
  "%j is not an id and leads nowhere",
  (text) => {
    expect([...placeOf(text, CONSOLE_PLACES), ...traceOf(text)]).toEqual([]);
  },
);
