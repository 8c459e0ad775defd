import { expect, test } from "vitest";
import { inOwnMounts } from "./base.ts";

test("what makes the base dies with this process, and its mounts with it", () => {
  const args = inOwnMounts("debootstrap", "trixie", "/draft");
  expect(args.slice(0, 3)).toEqual(["--pdeathsig", "KILL", "unshare"]);
  for (const option of ["--mount", "--pid", "--fork", "--kill-child"])
    expect(args).toContain(option);
  expect(args[args.indexOf("--propagation") + 1]).toBe("private");
  expect(args.slice(-3)).toEqual(["debootstrap", "trixie", "/draft"]);
});
