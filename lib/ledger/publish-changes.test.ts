import { expect, test } from "vitest";
import type { ChangeSet } from "./change-set";
import { noticeOf } from "./publish-changes";

const at = new Date();
const event = {
  id: "evt_1",
  partnerId: "ptn_1",
  type: "t",
  resourceId: "r",
  body: "",
  createdAt: at,
};

test.each<[string, ChangeSet, string[], string[]]>([
  [
    "a change of rows",
    { partnerId: "ptn_1", update: { cards: [{ id: "card_1", set: {} }] } },
    ["ptn_1"],
    ["cards"],
  ],
  ["an event", { events: [event] }, ["ptn_1"], ["webhooks"]],
  [
    "a journal",
    {
      journals: [
        {
          ...{ id: "jrn_1", type: "card_funding", sourceId: "s", partnerId: "ptn_1" },
          legs: [
            { account: "wallet:ptn_1", amount: -1n },
            { account: "card:card_1", amount: 1n },
          ],
        },
      ],
    },
    ["ptn_1"],
    ["wallet", "cards"],
  ],
  [
    "deposits of two partners",
    { insert: { deposits: [{ partnerId: "ptn_1" }, { partnerId: "ptn_2" }] } },
    ["ptn_1", "ptn_2"],
    ["deposits"],
  ],
  ["a partner", { update: { partners: [{ id: "ptn_1", set: {} }] } }, ["ptn_1"], ["settings"]],
])(
  "%s: the change notice names the partners and the kinds of data",
  (_, changeSet, partners, kinds) => {
    expect(noticeOf(changeSet)).toEqual({ partners, kinds });
  },
);

test("a change of a partner's rows without a partner id throws", () => {
  const update = { withdrawals: [{ id: "wd_1", set: {} }] };
  expect(() => noticeOf({ update })).toThrow("withdrawals");
});

test("a table that no page shows has no kind in the change notice", () => {
  expect(noticeOf({ update: { chain_cursors: [{ id: "base", set: {} }] } }).kinds).toEqual([]);
});
