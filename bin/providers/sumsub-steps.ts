import { randomUUID } from "node:crypto";
import {
  deactivateApplicant,
  ensureApplicant,
  findApplicant,
  makeLink,
} from "@/lib/users/kyc/sumsub/applicant-calls";
import { callSumsub } from "@/lib/users/kyc/sumsub/call-sumsub";
import { decisionOfApplicant } from "@/lib/users/kyc/sumsub/decision-of-applicant";
import { eventually } from "./eventually.ts";
import { expectEqual } from "./expect-equal.ts";
import { newCheckRequest } from "./new-check-request.ts";
import { NotPossible, type Step } from "./run-steps.ts";

/** Ends the check of an applicant, which only Sumsub's sandbox offers. */
async function completeCheck(applicantId: string): Promise<void> {
  await callSumsub({
    operation: "completeTestCheck",
    method: "POST",
    path: `/resources/applicants/${encodeURIComponent(applicantId)}/status/testCompleted`,
    body: { reviewAnswer: "GREEN", rejectLabels: [] },
  });
}

/** The requests of the service to Sumsub, with an applicant who is deactivated afterwards. */
export function sumsubSteps(): Step[] {
  const request = newCheckRequest(randomUUID());
  let applicantId: string | undefined;
  return [
    {
      name: "creates an applicant",
      run: async () => {
        applicantId = (await ensureApplicant(request)).id;
      },
    },
    {
      name: "finds the applicant again",
      run: async () =>
        expectEqual((await ensureApplicant(request)).id, applicantId, "the applicant"),
    },
    {
      name: "makes a link to its page",
      run: async () => {
        await makeLink(request);
      },
    },
    {
      name: "reads the applicant",
      run: async () =>
        expectEqual((await findApplicant(request.userId))?.id, applicantId, "the applicant"),
    },
    {
      name: "approves the applicant, as the sandbox can",
      run: async () => {
        await completeCheck(applicantId ?? "");
        const { status } = await eventually("the decision", async () => {
          const applicant = await findApplicant(request.userId);
          return applicant && decisionOfApplicant(applicant, request.userId);
        });
        expectEqual(status, "approved", "the decision");
      },
    },
    {
      name: "deactivates the applicant",
      isCleanup: true,
      run: async () => {
        if (applicantId === undefined) throw new NotPossible("there is no applicant");
        await deactivateApplicant(applicantId);
      },
    },
  ];
}
