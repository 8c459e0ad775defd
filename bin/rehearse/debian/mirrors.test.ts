import { expect, test } from "vitest";
import { DEFAULT_MIRROR, isDebian13, mirrorsOf } from "./mirrors.ts";

test("the mirror is the one of the machine's own release, not of its updates or of another vendor", () => {
  const targets = [
    "https://packages.example.com/node/ Vendor nodistro",
    "http://mirror.example.com/debian/ Debian bookworm-updates",
    "http://mirror.example.com/debian/ Debian bookworm",
    "http://mirror.example.com/debian-security/ Debian bookworm-security",
  ];
  expect(mirrorsOf(targets.join("\n"))).toEqual({
    release: "http://mirror.example.com/debian",
    security: "http://mirror.example.com/debian-security",
  });
});

test("a machine without lists of Debian's packages uses Debian's own mirror", () => {
  const nothing = { release: DEFAULT_MIRROR, security: undefined };
  expect(mirrorsOf("")).toEqual(nothing);
  expect(mirrorsOf("https://packages.example.com/ubuntu/ Ubuntu noble\n")).toEqual(nothing);
});

test("only a published Debian 13 counts, not the testing of an earlier day", () => {
  expect(isDebian13("Origin: Debian\nSuite: stable\nVersion: 13.2\nCodename: trixie\n")).toBe(true);
  expect(isDebian13("Origin: Debian\nSuite: stable\nVersion: 13\n")).toBe(true);
  expect(isDebian13("Origin: Debian\nSuite: testing\nCodename: trixie\n")).toBe(false);
  expect(isDebian13("Origin: Debian\nVersion: 12.13\nCodename: bookworm\n")).toBe(false);
});
