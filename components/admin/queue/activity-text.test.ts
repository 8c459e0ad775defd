import { expect, test } from "vitest";
import { activityText } from "./activity-text";

test.each([
  ["approveOwnWithdrawal", "Approved for the partner by Ada, owner"],
  ["withdrawal.release_screening", "Released from the sanctions screening by Ada, owner"],
  ["someNewAction", "Some new action: Ada, owner"],
  ["password.request_reset", "Request password reset: Ada, owner"],
])("the record of a withdrawal has no name of an action: %s", (action, text) => {
  expect(activityText(action, "Ada, owner")).toBe(text);
});
