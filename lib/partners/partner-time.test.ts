import { expect, test } from "vitest";
import { MAX_CLOCK_ADVANCE_S, partnerTime } from "./partner-time";

const AT = new Date("2026-11-23T09:30:00.250Z");

test("the partner's time is the instant plus the advances", () => {
  expect(partnerTime({ clockOffsetS: 0 }, AT)).toEqual(AT);
  expect(partnerTime({ clockOffsetS: 90 }, AT)).toEqual(new Date("2026-11-23T09:31:30.250Z"));
  expect(partnerTime({ clockOffsetS: MAX_CLOCK_ADVANCE_S }, AT)).toEqual(
    new Date("2036-11-20T09:30:00.250Z"),
  );
});
