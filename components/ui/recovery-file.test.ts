import { expect, test } from "vitest";
import { recoveryFileName, recoveryText } from "./recovery-file";

const SET = {
  codes: ["4f7kq-m2x9d", "9abcd-2efgh"],
  account: "noor@example.com",
  host: "cards.example.com:8443",
  day: "2026-11-24",
};

test("a saved copy names the service, the account and the day, with one code per line", () => {
  const lines = recoveryText(SET).split("\n");
  expect(lines.slice(0, 3)).toEqual([
    "Recovery codes: Cards and wallet, cards.example.com:8443",
    "Account: noor@example.com",
    "Created: 2026-11-24",
  ]);
  expect(lines).toEqual(expect.arrayContaining([...SET.codes]));
});

test("the name of the file has no character that a system forbids", () => {
  expect(recoveryFileName(SET)).toBe("recovery-codes-cards.example.com-8443-2026-11-24.txt");
});
