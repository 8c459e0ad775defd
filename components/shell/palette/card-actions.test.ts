import { expect, test } from "vitest";
import type { ApiData } from "@/lib/api/client/types";
import { newId } from "@/lib/kernel/ids";
import { cardActionOf, entriesOfAction } from "./card-actions";

type Hit = ApiData<"search">["hits"][number];

const card = (others: object = {}): Hit => ({
  kind: "card",
  id: newId("card"),
  name: "Amara Okafor",
  last4: "4242",
  status: "active",
  fundingType: "float",
  ...others,
});

test.each([
  ["fund 4242", "fund", "4242"],
  ["Fund card 4242", "fund", "4242"],
  ["withdraw from Amara Okafor", "withdraw", "Amara Okafor"],
  ["terminate card 4242", "terminate", "4242"],
])("%j names an action and a card", (text, dialog, name) => {
  const found = cardActionOf(text);
  expect([found?.action.dialog, found?.card]).toEqual([dialog, name]);
});

test.each(["fund", "fund ", "funding 4242", "4242", "constructor 4242"])(
  "%j names none",
  (text) => {
    expect(cardActionOf(text)).toBeUndefined();
  },
);

function offered(text: string, hits: Hit[]): string[] {
  const found = cardActionOf(text);
  return found
    ? entriesOfAction(found.action, hits).map(({ href, name }) => `${name} ${href}`)
    : [];
}

test("an action is offered for the cards on which it is possible", () => {
  const [active, frozen, ended, crypto] = [
    card(),
    card({ status: "frozen" }),
    card({ status: "terminated" }),
    card({ fundingType: "crypto" }),
  ];
  const user: Hit = { kind: "user", id: newId("usr"), name: "Amara Okafor", email: "a@b.example" };
  const hits = [user, active, frozen, ended, crypto];
  const hrefs = (text: string) => offered(text, hits).map((each) => each.split("/cards/")[1]);
  const idOf = (hit: Hit) => ("id" in hit ? hit.id : "");
  expect(hrefs("fund 4242")).toEqual([`${idOf(active)}?do=fund`]);
  expect(hrefs("withdraw 4242")).toEqual([active, crypto].map((hit) => `${idOf(hit)}?do=withdraw`));
  expect(hrefs("terminate 4242")).toEqual(
    [active, frozen, crypto].map((hit) => `${idOf(hit)}?do=terminate`),
  );
  expect(offered("fund 4242", [active])[0]).toContain("Fund card •••• 4242");
});
