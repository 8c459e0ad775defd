import { expect, test } from "vitest";
import { DRILLS, readOptions } from "./options.ts";

const drills = (...args: string[]) => Object.fromEntries(readOptions(args).drills);

test("without options every drill is run as often as the goals say", () => {
  expect(drills()).toEqual(
    Object.fromEntries(Object.entries(DRILLS).map(([name, { full }]) => [name, full])),
  );
});

test("--quick leaves out what takes long; --only chooses, also what --quick leaves out", () => {
  expect(drills("--quick")).toEqual({ kill: 1, switchover: 1, web: 1, rolling: 1, renew: 1 });
  expect(drills("--only", "rolling,kill")).toEqual({ kill: 5, rolling: 1 });
  expect(drills("--only=node", "--quick")).toEqual({ node: 1 });
  expect(drills("--only", "power,power-etcd")).toEqual({ power: 3, "power-etcd": 2 });
});

test.each([
  [["--fast"], /--fast: the options are/],
  [["--only", "kill,nothing"], /the drills are encrypt, secure, kill/],
  [["--only"], /the drills are/],
  [["--write", "--quick"], /whole rehearsal/],
  [["--only=kill", "--write"], /whole rehearsal/],
])("%j is refused", (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});
