import { expect, test } from "vitest";
import { readViews, viewOf, withView } from "./saved-views";

test("a view has the filters and the order of the address, but not the position", () => {
  const params = new URLSearchParams("status=declined&skip=50&cursor=txn_1&from=2026-11-01");
  expect(viewOf(params)).toBe("from=2026-11-01&status=declined");
  expect(viewOf(new URLSearchParams("from=2026-11-01&status=declined"))).toBe(viewOf(params));
});

test("a view replaces one of the same name, and the number of views is limited", () => {
  const old = { name: "Declined", query: "status=declined" };
  const other = { name: "Refunds", query: "kind=refund" };
  const changed = { name: "Declined", query: "status=declined&sort=largest" };
  expect(withView([old, other], changed)).toEqual([other, changed]);
  let views = [old];
  for (let n = 0; n < 40; n++) views = withView(views, { name: `View ${n}`, query: "" });
  expect(views).toHaveLength(30);
  expect(views.at(-1)?.name).toBe("View 39");
});

test.each([
  [null, []],
  ["not JSON", []],
  ['{"name":"a"}', []],
  ['[{"name":"a","query":"b"},{"name":1},null]', [{ name: "a", query: "b" }]],
])("stored text %j is read without failing", (text, views) => {
  expect(readViews(text)).toEqual(views);
});
