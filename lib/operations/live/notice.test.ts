import { expect, test } from "vitest";
import { readNotice, writeNotice } from "./notice";

test.each([
  { partnerId: "ptn_1", kinds: ["cards", "wallet"] as const },
  { partnerId: null, kinds: ["alerts"] as const },
])("%j is parsed as it was serialized", ({ partnerId, kinds }) => {
  expect(readNotice(writeNotice({ partnerId, kinds: [...kinds] }))).toEqual({ partnerId, kinds });
});

test("kinds of a newer release are ignored", () => {
  expect(readNotice("ptn_1:cards,dreams")).toEqual({ partnerId: "ptn_1", kinds: ["cards"] });
});
