import { expect, test } from "vitest";
import { reachableStep, stepAfter } from "./steps";

const DOCUMENT = { documentKind: "passport", country: "NG" } as const;
const PICTURE = { ...DOCUMENT, sample: "valid" } as const;
const FACE = { ...PICTURE, faceChecked: true } as const;

test.each([
  [null, {}, "start"],
  ["start", FACE, "start"],
  ["document", {}, "document"],
  ["picture", {}, "document"],
  ["picture", { country: "NG" }, "document"],
  ["picture", DOCUMENT, "picture"],
  ["face", DOCUMENT, "picture"],
  ["review", PICTURE, "face"],
  ["review", { faceChecked: true, sample: "valid" }, "document"],
  ["review", FACE, "review"],
  ["document", FACE, "document"],
  ["nonsense", FACE, "start"],
] as const)("%s with %j shows %s", (wanted, answers, step) => {
  expect(reachableStep(wanted, answers)).toBe(step);
});

test("the steps follow each other to the end", () => {
  expect(stepAfter("start")).toBe("document");
  expect(stepAfter("face")).toBe("review");
  expect(stepAfter("review")).toBe("review");
});
