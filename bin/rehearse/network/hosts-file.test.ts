import { expect, test } from "vitest";
import { cardOf, hostsFile } from "./hosts-file.ts";

test("the names of the hosts come after Debian's own, one line each", () => {
  const lines = hostsFile({ n1: "10.0.0.11", "primary.wallet.internal": "127.0.0.2" }).split("\n");
  expect(lines).toEqual([
    "127.0.0.1 localhost",
    "::1 localhost ip6-localhost ip6-loopback",
    "10.0.0.11 n1",
    "127.0.0.2 primary.wallet.internal",
    "",
  ]);
});

test("each address has a network card of its own, which is no real one", () => {
  expect(cardOf("10.0.0.11")).toBe("02:00:0a:00:00:0b");
  expect(cardOf("10.0.0.21")).toBe("02:00:0a:00:00:15");
});
