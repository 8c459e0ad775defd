import { randomUUID } from "node:crypto";
import type { CheckRequest } from "@/lib/users/kyc/port";
import {
  createSession,
  findSessionAtStripe,
  redactSession,
  STRIPE,
} from "@/lib/users/kyc/stripe/sessions";
import { expectEqual } from "./expect-equal.ts";
import { newCheckRequest } from "./new-check-request.ts";
import { NotPossible, type Step } from "./run-steps.ts";

const create = (request: CheckRequest) => {
  const { userId, sessionId } = request;
  const applicant = { userId, sessionId, provider: STRIPE, ordinal: 1, providerId: null };
  return createSession(applicant, request);
};

/** The requests of the service to Stripe Identity, with a session that is ended afterwards. */
export function identitySteps(): Step[] {
  const request = newCheckRequest(randomUUID());
  let sessionId: string | undefined;
  return [
    {
      name: "creates a session",
      run: async () => {
        sessionId = (await create(request)).id;
      },
    },
    {
      name: "creates no second session for a retried request",
      run: async () => expectEqual((await create(request)).id, sessionId, "the session"),
    },
    {
      name: "reads the session with a link for the person",
      run: async () => {
        const session = await findSessionAtStripe(sessionId ?? "");
        expectEqual(session?.status, "requires_input", "the status");
        if (!session?.url) throw new Error("the session has no link");
      },
    },
    {
      // That also cancels it.
      name: "redacts the session",
      isCleanup: true,
      run: async () => {
        if (sessionId === undefined) throw new NotPossible("there is no session");
        await redactSession(sessionId);
      },
    },
  ];
}
