import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { personal } from "@/lib/contract/sensitive";
import { newPassword } from "@/lib/identity/fields";
import { email } from "@/lib/users/fields";

const PATH = "/api/password-resets";
const shared = { tag: "Account", audience: "visitor" } as const;
const params = z.object({ token: z.string() });
const exampleParams = { token: "V2hvIHJlYWRzIGV4YW1wbGVz" };
const EXAMPLE_EMAIL = "amina@northwind.example";

export const requestPasswordResetContract = contract({
  ...shared,
  id: "requestPasswordReset",
  method: "POST",
  path: PATH,
  summary: "Request Password Reset",
  description:
    "Sends a link to the email, if an account has it. The response is always the same. A few requests per email and hour are carried out.",
  body: z.object({ email }),
  data: z.object({ requested: z.literal(true) }),
  message: "Password reset requested",
  errors: ["PASSWORD_RESET_OFF"],
  examples: { body: { email: EXAMPLE_EMAIL }, data: { requested: true } },
});

export const getPasswordResetContract = contract({
  ...shared,
  id: "getPasswordReset",
  method: "GET",
  path: `${PATH}/{token}`,
  summary: "Get Password Reset",
  description: "The account of an unused link.",
  params,
  data: z.object({ email: personal(z.string()), hasSecondFactor: z.boolean() }),
  message: "Password reset",
  errors: ["PASSWORD_RESET_NOT_FOUND"],
  examples: { params: exampleParams, data: { email: EXAMPLE_EMAIL, hasSecondFactor: true } },
});

export const resetPasswordContract = contract({
  ...shared,
  id: "resetPassword",
  method: "POST",
  path: `${PATH}/{token}`,
  summary: "Reset Password",
  description:
    "Sets a new password and signs out all sessions. A second factor stays. The link can be used once.",
  params,
  body: z.object({ password: newPassword }),
  data: z.object({ email: personal(z.string()), hasSecondFactor: z.boolean() }),
  message: "Password reset",
  errors: ["PASSWORD_RESET_NOT_FOUND"],
  examples: {
    params: exampleParams,
    body: { password: "correct horse battery staple" },
    data: { email: EXAMPLE_EMAIL, hasSecondFactor: true },
  },
});
