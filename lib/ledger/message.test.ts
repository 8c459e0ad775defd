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
])("a session with the roles %j is checked with the role %s", (roles, checked) => {
  expect(sessionsOf(...roles)).toEqual({ ses_1: checked });
});

test("a session with two roles is refused", () => {
  expect(() => sessionsOf("owner", "viewer")).toThrow("the roles owner and viewer");
});
