import { expect, test } from "vitest";
import { toMessage } from "./message";

const asked = (role?: string) => ({
  changeSet: {},
  requestId: undefined,
  callerId: undefined,
  credential: { sessionId: "ses_1", ...(role && { role }) },
});
const sessionsOf = (...roles: (string | undefined)[]) =>
  JSON.parse(toMessage(roles.map(asked))).sessions;

test.each([
  [["owner", undefined], "owner"],
  [[undefined, "owner"], "owner"],
  [["owner", "owner"], "owner"],
  [[undefined, undefined], null],
])("of one session with the roles %j the role %s is checked", (roles, checked) => {
  expect(sessionsOf(...roles)).toEqual({ ses_1: checked });
});

test("one session with two roles makes no message", () => {
  expect(() => sessionsOf("owner", "viewer")).toThrow("the roles owner and viewer");
});
