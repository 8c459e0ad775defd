import { randomUUID } from "node:crypto";
import {
  deactivateApplicant,
  ensureApplicant,
  findApplicant,
  makeLink,
} from "@/lib/users/kyc/sumsub/applicant-calls";
import { expectEqual } from "./expect-equal.ts";
import { newCheckRequest } from "./new-check-request.ts";
import type { Step } from "./run-steps.ts";

/** What the service asks of Sumsub, with an applicant who is deactivated afterwards. */
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
      name: "deactivates the applicant",
      isCleanup: true,
      run: async () => {
        if (applicantId !== undefined) await deactivateApplicant(applicantId);
      },
    },
  ];
}
