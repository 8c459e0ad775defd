import { expect, test } from "vitest";
import { firstDate } from "./release-date.ts";

const entry = (version: string, date: string) =>
  `postgresql-18 (${version}) unstable; urgency=medium\n\n  * A change.\n\n -- A Person <a@example.org>  ${date}\n\n`;

test("a version is as old as its first revision in Debian", () => {
  const changelog = [
    entry("18.6-3", "Sat, 15 Aug 2026 21:42:00 +0200"),
    entry("18.6-1", "Tue, 11 Aug 2026 22:58:48 +0200"),
    entry("18.4-1", "Mon, 11 May 2026 22:49:32 +0200"),
  ];
  expect(firstDate(changelog.join(""))).toEqual(new Date("2026-08-11T20:58:48Z"));
});

test("a text without entries has no date", () => {
  expect(firstDate("nothing").getTime()).toBeNaN();
});
